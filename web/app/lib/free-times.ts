import type { Slots } from '#contract/bookings.ts';
import type { Day } from './calendar.ts';
import { dayIn } from './day.ts';
import { wallTimeIn } from './wall-clock.ts';

export type FreeSlot = Slots['slots'][number];

/** A start time for a visit. The patient can choose it unless `slot` is null. */
export interface FreeTime {
  readonly starts_at: string;
  /** The slot. It is null if another patient took the time after this patient had chosen it. */
  readonly slot: FreeSlot | null;
}

export interface FreeDay {
  readonly day: Day;
  readonly times: readonly FreeTime[];
}

interface Shown {
  /** The time zone of the place. */
  readonly zone: string;
  /** The start times of slots that other patients took while this patient was choosing. */
  readonly gone?: readonly string[];
  /** The id of the practitioner to choose if several are free at the same time. */
  readonly preferred?: string | null;
}

/**
 * Returns the days with free times, in the time zone of the place. A time is listed once, even if several practitioners
 * are free.
 */
export function freeDays(slots: readonly FreeSlot[], { zone, gone = [], preferred }: Shown): FreeDay[] {
  const byStart = new Map<number, FreeTime>(gone.map((at) => [Date.parse(at), { starts_at: at, slot: null }]));
  for (const slot of slots) {
    const start = Date.parse(slot.starts_at);
    if (!byStart.get(start)?.slot || slot.practitioner_id === preferred)
      byStart.set(start, { starts_at: slot.starts_at, slot });
  }
  const times = [...byStart.entries()].sort(([one], [other]) => one - other).map(([, time]) => time);
  return grouped(times, ({ starts_at }) => dayIn(zone, starts_at)).map(([day, times]) => ({ day, times }));
}

export type PartOfDay = 'morning' | 'afternoon' | 'evening';

/**
 * Groups the times of a day into morning, afternoon and evening. In the time zone of the place, the morning ends at
 * noon and the evening begins at 17:00.
 */
export function partsOfDay(times: readonly FreeTime[], zone: string): { part: PartOfDay; times: FreeTime[] }[] {
  const partOf = ({ starts_at }: FreeTime): PartOfDay => {
    const { minute } = wallTimeIn(zone, starts_at);
    return minute < 12 * 60 ? 'morning' : minute < 17 * 60 ? 'afternoon' : 'evening';
  };
  return grouped(times, partOf).map(([part, times]) => ({ part, times }));
}

/** Groups neighbouring entries that have the same key. The order of the entries does not change. */
function grouped<Key>(times: readonly FreeTime[], keyOf: (time: FreeTime) => Key): [Key, FreeTime[]][] {
  const groups: [Key, FreeTime[]][] = [];
  for (const time of times) {
    const last = groups.at(-1);
    if (last && last[0] === keyOf(time)) last[1].push(time);
    else groups.push([keyOf(time), [time]]);
  }
  return groups;
}
