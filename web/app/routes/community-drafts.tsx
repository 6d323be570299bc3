import { useTranslation } from 'react-i18next';
import { DraftsPage } from '#web/features/community/draft/drafts-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { useSession } from '#web/lib/session.tsx';

export default function CommunityDraftsRoute() {
  const { t } = useTranslation('community');
  const { user } = useSession();
  return (
    <>
      <PageMeta title={t('nav.drafts')} />
      {user && <DraftsPage user={user} />}
    </>
  );
}
