import type { MyCalendars } from '#contract/bookings.ts';
import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';

/** A calendar that was just added is read within seconds. */
const SOON_MS = 2000;

const waits = (data: MyCalendars | undefined): boolean =>
  data?.busy.some(({ read_at, fault }) => read_at === null && fault === null) ?? false;

export const calendarsQuery = api.bookings.listMyCalendars.queryOptions({
  refetchInterval: (query) => (waits(query.state.data) ? SOON_MS : false),
});

/** Every change returns the whole list. */
export const keepCalendars = ({ feeds, busy }: MyCalendars) =>
  queryClient.setQueryData(calendarsQuery.queryKey, { feeds, busy });
