import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { ChannelAside } from '../channel/channel-aside.tsx';
import { DefaultAside } from '../layout/default-aside.tsx';

/** The side column of a post. Phones have no side column, so this code is loaded separately. */
export default function PostAside({ slug = '' }: { slug?: string | undefined }) {
  const { data } = useQuery(api.community.getChannel.queryOptions({ input: { slug }, enabled: slug !== '' }));
  return data ? <ChannelAside channel={data} isLink /> : <DefaultAside />;
}
