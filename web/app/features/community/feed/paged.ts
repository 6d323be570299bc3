/** Options for paging with useInfiniteQuery. Each response contains the cursor of the next page. */
export const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor ?? undefined,
};
