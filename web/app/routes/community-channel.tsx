import { useParams } from 'react-router';
import { ChannelPage } from '#web/features/community/channel/channel-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function CommunityChannelRoute() {
  const { slug = '' } = useParams();
  return (
    <>
      <PageMeta title={`fl@${slug}`} />
      <ChannelPage key={slug} slug={slug} />
    </>
  );
}
