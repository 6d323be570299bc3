/** Keyset paging for useInfiniteQuery. Each answer contains the cursor of the next page. */
export const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor ?? undefined,
};
