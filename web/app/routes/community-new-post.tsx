import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { NewPostPage } from '#web/features/community/write/new-post-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';
import { useSession } from '#web/lib/session.tsx';

export const handle: RouteHandle = { isWide: true };

const RecoveryStart = lazy(() => import('#web/features/care/passport/recovery-start.tsx'));

export default function CommunityNewPostRoute() {
  const { t } = useTranslation('community');
  const { user } = useSession();
  return (
    <>
      <PageMeta title={t('write.new')} />
      {user && <NewPostPage user={user} TextStart={user.role === 'patient' ? RecoveryStart : undefined} />}
    </>
  );
}
