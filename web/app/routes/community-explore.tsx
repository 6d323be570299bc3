import { useTranslation } from 'react-i18next';
import { ExplorePage } from '#web/features/community/channel/explore-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { useSession } from '#web/lib/session.tsx';

export default function CommunityExploreRoute() {
  const { t } = useTranslation('community');
  const { user } = useSession();
  return (
    <>
      <PageMeta title={t('explore.title')} />
      {user && <ExplorePage user={user} />}
    </>
  );
}
