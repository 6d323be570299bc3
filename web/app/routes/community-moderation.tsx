import { useTranslation } from 'react-i18next';
import { ModerationPage } from '#web/features/community/moderation/moderation-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { useSession } from '#web/lib/session.tsx';

export default function CommunityModerationRoute() {
  const { t } = useTranslation('community');
  const { user } = useSession();
  return (
    <>
      <PageMeta title={t('nav.moderation')} />
      {user && <ModerationPage user={user} />}
    </>
  );
}
