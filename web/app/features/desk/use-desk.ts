import { useQuery } from '@tanstack/react-query';
import type { ClinicTime } from '#contract/agenda.ts';
import { BookedStates } from '#contract/bookings.ts';
import { api } from '#web/lib/api.ts';
import { type CalendarView, type Day, daysOf, isDay, spanOf, step, weeksAround } from '#web/lib/calendar.ts';
import { dayIn } from '#web/lib/day.ts';
import { refusalOf } from '#web/lib/refusal.ts';
import { isCut, shownRows } from '#web/lib/shown-rows.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useQueryParams } from '#web/lib/use-query-params.ts';
import { ownZone } from '#web/lib/zoned.ts';

export type DeskView = 'day' | 'week' | 'list';
export const filterNames = ['site', 'practitioner', 'service', 'state'] as const;
export type FilterName = (typeof filterNames)[number];

/**
 * The time in milliseconds after which the list is reloaded. The page reloads it regularly, because it does not get an
 * event for each change of an appointment.
 */
const AGAIN_MS = 60_000;

const stepOf: Record<DeskView, Exclude<CalendarView, 'month'>> = { day: 'day', week: 'week', list: 'week' };

/** The state of the page. View, day and filters are in the address. If the address names no day, today is shown. */
export function useDesk() {
  const [params, put] = useQueryParams();
  const hasRoom = useMedia('(min-width: 900px)');
  const now = useNow();
  const asked = params.get('view');
  const view: DeskView = asked === 'list' || (asked === 'week' && hasRoom) ? asked : 'day';
  const filters = readFilters(params);
  const askedDay = params.get('day');
  const knownDay = isDay(askedDay) ? askedDay : null;
  const week = (of: Day) => daysOf('week', of);
  // One request loads the whole week of the chosen day, which is enough for every view. Only the response contains the
  // clinic's time zone. If the address names no day, the clinic's current day is therefore unknown before the response.
  // The request then loads the one or two weeks that may contain this day.
  const loaded = knownDay ? week(knownDay) : weeksAround(dayIn(ownZone(), now));
  const query = useQuery({
    ...api.agenda.deskListTimes.queryOptions({
      input: {
        ...spanOf(loaded),
        site_id: filters.site,
        practitioner_id: filters.practitioner,
        service_id: filters.service,
        state: BookedStates.find((state) => state === filters.state) ?? null,
      },
    }),
    select: cut,
    // If the access has ended, visits that were loaded earlier must not appear while other days are loaded.
    placeholderData: (previous, before) => (refusalOf(before?.state.error) ? undefined : previous),
    refetchInterval: AGAIN_MS,
  });
  const sites = query.data?.sites ?? [];
  const zone = (sites.find(({ id }) => id === filters.site) ?? sites[0])?.timezone ?? ownZone();
  const today = dayIn(zone, now);
  const day = knownDay ?? today;
  const go = (change: Record<string, string | null>) => put(change, { replace: false });
  return {
    query,
    view,
    day,
    today,
    now,
    zone,
    hasRoom,
    filters,
    days: view === 'day' ? [day] : week(day),
    isFiltered: filterNames.some((name) => filters[name] !== null),
    setFilter: (name: FilterName, value: string) => put({ [name]: value || null }),
    clearFilters: () => put(Object.fromEntries(filterNames.map((name) => [name, null]))),
    setView: (next: DeskView) => go({ view: next }),
    goToday: () => go({ day: null }),
    move: (by: 1 | -1) => go({ day: step(stepOf[view], day, by) }),
  };
}

/** Leaves out the visits that the page does not show, and tells whether there are such visits. */
const cut = <Data extends { times: readonly ClinicTime[] }>(data: Data) => ({
  ...data,
  times: shownRows(data.times),
  isCut: isCut(data.times),
});

export type Desk = ReturnType<typeof useDesk>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the filters of the address. Values that are not valid are ignored. */
function readFilters(params: URLSearchParams): Record<FilterName, string | null> {
  const id = (name: FilterName) => {
    const value = params.get(name);
    return value && UUID.test(value) ? value : null;
  };
  const state = BookedStates.find((known) => known === params.get('state')) ?? null;
  return { site: id('site'), practitioner: id('practitioner'), service: id('service'), state };
}
