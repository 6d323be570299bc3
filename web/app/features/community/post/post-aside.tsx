import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { ChannelAside } from '../channel/channel-aside.tsx';
import { DefaultAside } from '../layout/default-aside.tsx';

/** The end edge of a post. Phones have no end edge, so its code is not part of the page. */
export default function PostAside({ slug = '' }: { slug?: string | undefined }) {
  const { data } = useQuery(api.community.getChannel.queryOptions({ input: { slug }, enabled: slug !== '' }));
  return data ? <ChannelAside channel={data} isLink /> : <DefaultAside />;
}
