import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MyTime } from '#contract/agenda.ts';
import { api } from '#web/lib/api.ts';
import { type CalendarView, type Day, daysOf, isDay, spanOf, step, weeksAround } from '#web/lib/calendar.ts';
import { dayIn } from '#web/lib/day.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useQueryParams } from '#web/lib/use-query-params.ts';
import { ownZone } from '#web/lib/zoned.ts';

export type AgendaView = 'day' | 'week' | 'list';

/** The period by which the forward and back buttons move, for each view. */
const stepOf: Record<AgendaView, Exclude<CalendarView, 'month'>> = { day: 'day', week: 'week', list: 'week' };

/**
 * Returns the state of the agenda. The address contains the view, the day and the zone. Windows narrower than 900
 * pixels have no week view, because there is no room for it.
 */
export function useAgenda() {
  const [params, put] = useQueryParams();
  const hasRoom = useMedia('(min-width: 900px)');
  const now = useNow();
  const asked = params.get('view');
  const view: AgendaView = asked === 'day' || asked === 'list' ? asked : hasRoom ? 'week' : 'day';
  const askedDay = params.get('day');
  const week = (of: Day) => daysOf('week', of);
  const knownDay = isDay(askedDay) ? askedDay : null;
  // The loaded period covers the day, the week and the list, so a change of view loads nothing. If the address names no
  // day, the weeks around today are loaded. Which day is today depends on the time zones of the places, and only the
  // response contains these zones.
  const loaded = knownDay ? week(knownDay) : weeksAround(dayIn(ownZone(), now));
  const query = useQuery({
    ...api.agenda.listMyAgenda.queryOptions({ input: spanOf(loaded) }),
    placeholderData: keepPreviousData,
  });
  const zones = zonesOf(query.data);
  const zone = zones.find((one) => one === params.get('zone')) ?? zones[0] ?? ownZone();
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
    zones,
    hasRoom,
    days: view === 'day' ? [day] : week(day),
    setView: (next: AgendaView) => go({ view: next }),
    setZone: (next: string) => go({ zone: next }),
    goToday: () => go({ day: today }),
    move: (by: 1 | -1) => go({ day: step(stepOf[view], day, by) }),
  };
}
export type Agenda = ReturnType<typeof useAgenda>;

/** Returns the time zones of the practitioner's places. The zones of places with visits come first. */
function zonesOf(data: { times: readonly MyTime[]; sites: readonly { timezone: string }[] } | undefined): string[] {
  const visited = data?.times.map(({ site }) => site.timezone) ?? [];
  return [...new Set([...visited, ...(data?.sites.map(({ timezone }) => timezone) ?? [])])];
}
