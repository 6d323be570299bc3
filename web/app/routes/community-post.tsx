import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { PostPage } from '#web/features/community/post/post-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { useSession } from '#web/lib/session.tsx';

export default function CommunityPostRoute() {
  const { t } = useTranslation('community');
  const { user } = useSession();
  const { postId = '' } = useParams();
  return (
    <>
      <PageMeta title={t('name')} />
      {user && <PostPage key={postId} user={user} postId={postId} />}
    </>
  );
}
