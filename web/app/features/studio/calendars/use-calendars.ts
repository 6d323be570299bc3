import type { MyCalendars } from '#contract/bookings.ts';
import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';

/**
 * The list is reloaded at this interval in milliseconds, until the service has read a new calendar. The service needs
 * only a few seconds.
 */
const SOON_MS = 2000;

const waits = (data: MyCalendars | undefined): boolean =>
  data?.busy.some(({ read_at, fault }) => read_at === null && fault === null) ?? false;

export const calendarsQuery = api.bookings.listMyCalendars.queryOptions({
  refetchInterval: (query) => (waits(query.state.data) ? SOON_MS : false),
});

/** Stores the list of calendars that the service returns after a change. */
export const keepCalendars = ({ feeds, busy }: MyCalendars) =>
  queryClient.setQueryData(calendarsQuery.queryKey, { feeds, busy });
