import { useTranslation } from 'react-i18next';
import { FeedPage } from '#web/features/community/feed/feed-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { useSession } from '#web/lib/session.tsx';

export default function CommunityRoute() {
  const { t } = useTranslation('community');
  const { user } = useSession();
  return (
    <>
      <PageMeta title={t('name')} />
      {user && <FeedPage user={user} />}
    </>
  );
}
