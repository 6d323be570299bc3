import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { paged } from '../feed/paged.ts';
import { useTyped } from '#web/lib/use-typed.ts';

interface Asked {
  search: string;
  view?: 'all' | 'exclusive';
  ids?: string[];
}

/**
 * Loads the communities whose names match the search. One response contains one page of the list. Further pages are
 * loaded later.
 */
export function useChannels({ search, ...rest }: Asked) {
  const settled = useTyped(search.trim());
  return useInfiniteQuery(
    api.community.listChannels.infiniteOptions({
      input: (cursor: string | undefined) => ({ search: settled, ...rest, cursor }),
      placeholderData: keepPreviousData,
      ...paged,
    }),
  );
}

export type ChannelsQuery = ReturnType<typeof useChannels>;
