import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { BookedStates } from '#contract/bookings.ts';
import { api } from '#web/lib/api.ts';
import { type CalendarView, daysOf, isDay, spanOf } from '#web/lib/calendar.ts';
import { dayIn } from '#web/lib/day.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useQueryParams } from '#web/lib/use-query-params.ts';
import { ownZone } from '#web/lib/zoned.ts';

export const filterNames = ['site', 'practitioner', 'service', 'state'] as const;
export type FilterName = (typeof filterNames)[number];

/** The state of the calendar. View, day, zone and filters are in the address. */
export function useCalendar() {
  const [params, put] = useQueryParams();
  const hasRoom = useMedia('(min-width: 900px)');
  const now = useNow();
  const asked = params.get('view');
  const view: CalendarView = asked === 'month' || asked === 'day' ? asked : 'week';
  // A phone has no room for the hours of seven days, so it shows a list of the days instead.
  const hasHours = view === 'day' || (view === 'week' && hasRoom);
  const filters = readFilters(params);
  const isFiltered = Object.values(filters).some((value) => value !== null);
  const clock = params.get('zone') === 'local' ? ownZone() : 'Europe/Paris';
  const askedDay = params.get('day');
  const day = isDay(askedDay) ? askedDay : dayIn(clock, now);
  const days = daysOf(view, day);
  const scheduled = useQuery(api.appointmentsAdmin.adminListScheduled.queryOptions({ input: spanOf(days) }));
  const booked = useQuery({
    ...api.agenda.adminListBookedTimes.queryOptions({
      input: {
        ...spanOf(days),
        site_id: filters.site,
        practitioner_id: filters.practitioner,
        service_id: filters.service,
        state: BookedStates.find((state) => state === filters.state) ?? null,
      },
    }),
    enabled: hasHours,
    placeholderData: keepPreviousData,
  });
  // With a filter on one site, the hours are in the time zone of that site.
  const site = hasHours ? booked.data?.sites.find(({ id }) => id === filters.site) : undefined;
  const zone = site?.timezone ?? clock;
  return {
    view,
    hasHours,
    zone,
    site,
    today: dayIn(zone, now),
    now,
    day,
    days,
    filters,
    isFiltered,
    scheduled,
    booked,
    put,
    clearFilters: () => put(Object.fromEntries(filterNames.map((name) => [name, null]))),
  };
}
export type Calendar = ReturnType<typeof useCalendar>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the filters of the address. Values that are not a valid id are ignored. */
function readFilters(params: URLSearchParams): Record<FilterName, string | null> {
  const id = (name: FilterName) => {
    const value = params.get(name);
    return value && UUID.test(value) ? value : null;
  };
  const state = BookedStates.find((known) => known === params.get('state')) ?? null;
  return { site: id('site'), practitioner: id('practitioner'), service: id('service'), state };
}
