import { useTranslation } from 'react-i18next';
import { AskedPage } from '#web/features/community/feed/lists.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { useSession } from '#web/lib/session.tsx';

export default function CommunityAskedRoute() {
  const { t } = useTranslation('community');
  const { user } = useSession();
  return (
    <>
      <PageMeta title={t('nav.asked')} />
      {user && <AskedPage user={user} />}
    </>
  );
}
