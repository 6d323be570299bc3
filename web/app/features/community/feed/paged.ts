/** Keyset paging for useInfiniteQuery: each answer says where the next one starts. */
export const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor ?? undefined,
};
