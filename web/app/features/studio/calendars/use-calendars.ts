import type { MyCalendars } from '#contract/bookings.ts';
import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';

/** The service reads a new calendar within seconds, so the list is reloaded at this interval until then. */
const SOON_MS = 2000;

const waits = (data: MyCalendars | undefined): boolean =>
  data?.busy.some(({ read_at, fault }) => read_at === null && fault === null) ?? false;

export const calendarsQuery = api.bookings.listMyCalendars.queryOptions({
  refetchInterval: (query) => (waits(query.state.data) ? SOON_MS : false),
});

/** Stores the list of calendars, which every change returns. */
export const keepCalendars = ({ feeds, busy }: MyCalendars) =>
  queryClient.setQueryData(calendarsQuery.queryKey, { feeds, busy });
