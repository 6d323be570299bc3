import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { EditPostPage } from '#web/features/community/write/edit-post-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';
import { useSession } from '#web/lib/session.tsx';

export const handle: RouteHandle = { isWide: true };

export default function CommunityPostEditRoute() {
  const { t } = useTranslation('community');
  const { user } = useSession();
  const { postId = '' } = useParams();
  return (
    <>
      <PageMeta title={t('write.edit')} />
      {user && <EditPostPage key={postId} user={user} postId={postId} />}
    </>
  );
}
