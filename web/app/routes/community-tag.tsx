import { useParams } from 'react-router';
import { TagPage } from '#web/features/community/feed/lists.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function CommunityTagRoute() {
  const { tag = '' } = useParams();
  return (
    <>
      <PageMeta title={tag} />
      <TagPage key={tag} tag={tag} isCommunity />
    </>
  );
}
