import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holidaysOf } from '#server/platform/calendar/holidays.ts';
import type { Range } from './ranges.ts';
import {
  computeSlots,
  earliest,
  type FreeStarts,
  type Slot,
  type SlotPractitioner,
  type SlotQuestion,
  type SlotSite,
  slotsOf,
} from './slots.ts';

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const DAY_MS = 24 * 3_600_000;
const at = (instant: string) => Date.parse(instant);
/** Returns a range in minutes since 1970, which is the unit of taken times. */
const range = (from: string, to: string): Range => ({ from: at(from) / MINUTE_MS, to: at(to) / MINUTE_MS });

const paris: SlotSite = { id: 'paris', timezone: 'Europe/Paris', country: 'FR', days: [], rooms: null };
const hours = (weekday: number, starts: string, ends: string, site_id = 'paris') => ({
  site_id,
  weekday,
  starts: `${starts}:00`,
  ends: `${ends}:00`,
  valid_from: '2026-01-01',
  valid_to: null,
});
const doctor = (given: Partial<SlotPractitioner> = {}): SlotPractitioner => ({
  id: 'doctor',
  hours: [],
  exceptions: [],
  taken: [],
  ...given,
});
const service = { minutes: 30, buffer_before: 0, buffer_after: 0, lead_hours: 0, days_ahead: 90 };

const slotsFor = (asked: SlotQuestion) => slotsOf(computeSlots(asked));
const ask = (given: Partial<SlotQuestion>) =>
  slotsFor({
    service,
    sites: [paris],
    practitioners: [],
    now: at('2026-11-20T09:00Z'),
    from: at('2026-11-20T09:00Z'),
    to: at('2027-12-31T00:00Z'),
    ...given,
  });
/** Returns the starts of the slots as UTC instants without seconds. */
const starts = (given: Partial<SlotQuestion>) =>
  ask(given).map(({ starts_at }) => new Date(starts_at).toISOString().slice(0, 16));
const week = { from: at('2026-11-30T00:00Z'), to: at('2026-12-07T00:00Z') };

describe('a morning', () => {
  test('a morning has a slot every quarter of an hour, as long as the visit ends within the hours', () => {
    const practitioners = [doctor({ hours: [hours(1, '09:00', '10:15')] })];
    expect(starts({ ...week, practitioners })).toEqual([
      '2026-11-30T08:00',
      '2026-11-30T08:15',
      '2026-11-30T08:30',
      '2026-11-30T08:45',
    ]);
  });

  test('slots leave out taken times, with the buffers on both sides', () => {
    const practitioners = [
      doctor({ hours: [hours(1, '09:00', '12:00')], taken: [range('2026-11-30T09:00Z', '2026-11-30T09:30Z')] }),
    ];
    const buffered = { ...service, buffer_before: 15, buffer_after: 10 };
    // The visit at 08:15 ends at 08:45, and its buffer of ten minutes ends at 08:55, before the taken time at 09:00.
    // The taken time ends at 09:30. The next visit can begin at 09:45, because it needs a buffer of fifteen minutes.
    expect(starts({ ...week, practitioners, service: buffered })).toEqual([
      '2026-11-30T08:00',
      '2026-11-30T08:15',
      '2026-11-30T09:45',
      '2026-11-30T10:00',
      '2026-11-30T10:15',
      '2026-11-30T10:30',
    ]);
    expect(starts({ ...week, practitioners }).filter((start) => start < '2026-11-30T09:31')).toEqual([
      '2026-11-30T08:00',
      '2026-11-30T08:15',
      '2026-11-30T08:30',
      '2026-11-30T09:30',
    ]);
  });

  test('practitioners get different slots if their hours have different starts, ends or days', () => {
    const usual = hours(1, '09:00', '10:00');
    const practitioners = Object.entries({
      usual,
      later: { ...usual, starts: '09:15:00' },
      longer: { ...usual, ends: '10:15:00' },
      tuesday: { ...usual, weekday: 2 },
      future: { ...usual, valid_from: '2026-12-01' },
      former: { ...usual, valid_to: '2026-11-29' },
    }).map(([id, rule]) => doctor({ id, hours: [rule] }));
    const found = Map.groupBy(ask({ ...week, practitioners }), ({ practitioner_id }) => practitioner_id);
    const first = practitioners.map(({ id }) => {
      const all = (found.get(id) ?? []).map(({ starts_at }) => new Date(starts_at).toISOString().slice(8, 16));
      return [id, all[0] ?? null, all.length];
    });
    expect(first).toEqual([
      ['usual', '30T08:00', 3],
      ['later', '30T08:15', 2],
      ['longer', '30T08:00', 4],
      ['tuesday', '01T08:00', 3],
      ['future', null, 0],
      ['former', null, 0],
    ]);
  });

  test('slots leave out starts at which no room is free', () => {
    const practitioners = [doctor({ hours: [hours(1, '09:00', '10:00')] })];
    const rooms = [
      { id: 'one', taken: [range('2026-11-30T08:00Z', '2026-11-30T08:30Z')] },
      { id: 'two', taken: [range('2026-11-30T08:20Z', '2026-11-30T09:30Z')] },
    ];
    expect(starts({ ...week, practitioners, sites: [{ ...paris, rooms }] })).toEqual(['2026-11-30T08:30']);
    expect(ask({ ...week, practitioners, sites: [{ ...paris, rooms: [] }] })).toEqual([]);
  });

  test('slots are offered only after the lead time and within the days ahead', () => {
    const practitioners = [doctor({ hours: [1, 2, 3, 4, 5].map((day) => hours(day, '10:00', '10:30')) })];
    const strict = { ...service, lead_hours: 72, days_ahead: 6 };
    // Now is Friday 09:00Z. The 72 hours of lead time end on Monday at 09:00Z, so Monday's start is still offered. The
    // six days ahead end on Thursday at 09:00Z, so Thursday's start is not.
    expect(starts({ practitioners, service: strict })).toEqual([
      '2026-11-23T09:00',
      '2026-11-24T09:00',
      '2026-11-25T09:00',
    ]);
    expect(starts({ practitioners, service: strict, now: at('2026-11-20T09:00:00.001Z') })[0]).toBe('2026-11-24T09:00');
  });

  test('slots are offered only on days on which the rule of the hours is valid', () => {
    const old = { ...hours(1, '09:00', '09:30'), valid_to: '2026-11-30' };
    const young = { ...hours(1, '14:00', '14:30'), valid_from: '2026-12-01' };
    const practitioners = [doctor({ hours: [old, young] })];
    expect(starts({ practitioners, ...week, to: at('2026-12-15T00:00Z') })).toEqual([
      '2026-11-30T08:00',
      '2026-12-07T13:00',
      '2026-12-14T13:00',
    ]);
  });
});

describe('days with exceptions', () => {
  const everyDay = [1, 2, 3, 4, 5, 6, 7].map((day) => hours(day, '09:00', '09:30'));
  const days = (given: Partial<SlotQuestion>) => starts(given).map((start) => start.slice(8, 10));
  const christmas = { from: at('2026-12-23T00:00Z'), to: at('2026-12-27T00:00Z') };

  test('a site has no slots on a holiday of its country, unless it opens on that day', () => {
    const practitioners = [doctor({ hours: everyDay })];
    expect(days({ ...christmas, practitioners })).toEqual(['23', '24', '26']);
    const open = { ...paris, days: [{ day: '2026-12-25', is_open: true }] };
    expect(days({ ...christmas, practitioners, sites: [open] })).toEqual(['23', '24', '25', '26']);
    expect(days({ ...christmas, practitioners, sites: [{ ...paris, country: 'AE' }] })).toEqual([
      '23',
      '24',
      '25',
      '26',
    ]);
  });

  test('extra hours have slots on a holiday, but not while the site is closed', () => {
    const extra = (day: string) => ({
      site_id: 'paris',
      day,
      kind: 'extra' as const,
      starts: '09:00:00',
      ends: '09:30:00',
    });
    const practitioners = [doctor({ exceptions: [extra('2026-12-24'), extra('2026-12-25')] })];
    const closed = { ...paris, days: [{ day: '2026-12-24', is_open: false }] };
    expect(days({ ...christmas, practitioners, sites: [closed] })).toEqual(['25']);
  });

  test('an absence is valid at one site or at all sites, and for some hours or the whole day', () => {
    const off = (given: object) => ({
      site_id: null,
      day: '2026-11-30',
      kind: 'off' as const,
      starts: null,
      ends: null,
      ...given,
    });
    const monday = { ...week, to: at('2026-12-01T00:00Z') };
    const with_ = (exception: ReturnType<typeof off>) =>
      starts({ ...monday, practitioners: [doctor({ hours: [hours(1, '09:00', '10:00')], exceptions: [exception] })] });
    expect(with_(off({}))).toEqual([]);
    expect(with_(off({ site_id: 'paris' }))).toEqual([]);
    expect(with_(off({ site_id: 'elsewhere' }))).toHaveLength(3);
    expect(with_(off({ starts: '09:00:00', ends: '09:30:00' }))).toEqual(['2026-11-30T08:30']);
  });
});

describe('the clock of a site', () => {
  const site = (timezone: string): SlotSite => ({ ...paris, timezone, country: 'XX' });
  const sunday = (zone: string, day: string, from: string, to: string) =>
    starts({
      service: { ...service, minutes: 15, days_ahead: 365 },
      sites: [site(zone)],
      practitioners: [doctor({ hours: [hours(7, from, to)] })],
      from: at(`${day}T00:00Z`) - DAY_MS,
      to: at(`${day}T00:00Z`) + 2 * DAY_MS,
    });

  test('no slot is offered in the hour that the clock skips in Paris', () => {
    expect(sunday('Europe/Paris', '2027-03-28', '01:30', '03:30')).toEqual([
      '2027-03-28T00:30',
      '2027-03-28T00:45',
      '2027-03-28T01:00',
      '2027-03-28T01:15',
    ]);
    expect(sunday('Europe/Paris', '2027-03-28', '02:00', '03:00')).toEqual([]);
  });

  test('the slots of the hour that the clock repeats in Paris are offered once', () => {
    expect(sunday('Europe/Paris', '2027-10-31', '02:00', '03:15')).toEqual([
      '2027-10-31T00:00',
      '2027-10-31T00:15',
      '2027-10-31T00:30',
      '2027-10-31T00:45',
      '2027-10-31T02:00',
    ]);
  });

  test('slots on Lord Howe Island follow its clock changes of half an hour', () => {
    // On 2027-04-04 the clock goes back from 02:00 (UTC+11) to 01:30 (UTC+10:30).
    expect(sunday('Australia/Lord_Howe', '2027-04-04', '01:15', '02:15')).toEqual([
      '2027-04-03T14:15',
      '2027-04-03T14:30',
      '2027-04-03T14:45',
      '2027-04-03T15:30',
    ]);
    // On 2027-10-03 the clock goes forward from 02:00 to 02:30.
    expect(sunday('Australia/Lord_Howe', '2027-10-03', '01:45', '02:45')).toEqual([
      '2027-10-02T15:15',
      '2027-10-02T15:30',
    ]);
  });

  test('slots are in the time zone of the site, for instance Montréal or Dubai', () => {
    expect(sunday('America/Montreal', '2026-12-06', '09:00', '09:15')).toEqual(['2026-12-06T14:00']);
    expect(sunday('Asia/Dubai', '2026-12-06', '00:00', '00:15')).toEqual(['2026-12-05T20:00']);
  });

  test('midnight does not interrupt hours that continue on the next day', () => {
    const practitioners = [doctor({ hours: [hours(1, '23:30', '24:00'), hours(2, '00:00', '00:30')] })];
    expect(starts({ ...week, practitioners })).toEqual(['2026-11-30T22:30', '2026-11-30T22:45', '2026-11-30T23:00']);
  });
});

// ── Comparison with a second computation ────────────────────────────────────────────────────────────────────────────

const zones = ['Europe/Paris', 'America/Montreal', 'Asia/Dubai', 'Australia/Lord_Howe'];
/** Days on which the clocks change in one of the zones, and one ordinary day. */
const around = ['2027-03-28', '2027-10-31', '2027-03-14', '2027-11-07', '2027-04-04', '2027-10-03', '2027-06-15'];

const time = fc.integer({ min: 0, max: 96 }).map((quarter) => quarter * 15);
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`;
const span = fc
  .tuple(time, time)
  .filter(([a, b]) => a !== b)
  .map(([a, b]) => ({ starts: clock(Math.min(a, b)), ends: clock(Math.max(a, b)) }));

const question = fc
  .record({
    zone: fc.constantFrom(...zones),
    day: fc.constantFrom(...around),
    service: fc.record({
      minutes: fc.integer({ min: 1, max: 24 }).map((fives) => fives * 5),
      buffer_before: fc.constantFrom(0, 0, 5, 20),
      buffer_after: fc.constantFrom(0, 0, 10, 35),
      lead_hours: fc.constantFrom(0, 24),
      days_ahead: fc.constantFrom(2, 90),
    }),
    hours: fc.array(fc.tuple(span, fc.integer({ min: 1, max: 7 })), { minLength: 1, maxLength: 8 }),
    exceptions: fc.array(fc.tuple(span, fc.integer({ min: -1, max: 2 }), fc.constantFrom('off', 'extra')), {
      maxLength: 2,
    }),
    taken: fc.array(fc.tuple(fc.integer({ min: -200, max: 600 }), fc.integer({ min: 1, max: 30 })), { maxLength: 5 }),
    roomTaken: fc.array(fc.tuple(fc.integer({ min: -200, max: 600 }), fc.integer({ min: 1, max: 30 })), {
      maxLength: 3,
    }),
    ahead: fc.integer({ min: 0, max: 200 }),
  })
  .map((given): SlotQuestion => {
    const from = at(`${given.day}T00:00Z`) - DAY_MS;
    const dayAfter = (days: number) => new Date(from + days * DAY_MS).toISOString().slice(0, 10);
    const taken = (pairs: readonly (readonly [number, number])[]) =>
      pairs.map(([begin, length]) => ({
        from: from / MINUTE_MS + begin * 5,
        to: from / MINUTE_MS + (begin + length) * 5,
      }));
    return {
      service: given.service,
      sites: [
        {
          id: 'paris',
          timezone: given.zone,
          country: 'FR',
          days: [{ day: dayAfter(2), is_open: false }],
          rooms: [
            { id: 'one', taken: taken(given.roomTaken) },
            { id: 'two', taken: taken(given.roomTaken.slice(0, 1)) },
          ],
        },
      ],
      practitioners: [
        doctor({
          hours: given.hours.map(([range, weekday]) => ({ ...hours(weekday, '00:00', '01:00'), ...range })),
          exceptions: given.exceptions.map(([range, days, kind]) => ({
            ...range,
            site_id: 'paris',
            day: dayAfter(days),
            kind: kind as 'off' | 'extra',
          })),
          taken: taken(given.taken),
        }),
      ],
      now: from - given.ahead * QUARTER_MS,
      from,
      to: from + 2 * DAY_MS,
    };
  });

/**
 * Computes the slots in a second way. The function checks the local time that Temporal gives for every five minutes of
 * a visit.
 */
function slotsByLooking({ service: asked, sites, practitioners, now, from, to }: SlotQuestion) {
  const [site] = sites;
  const [person] = practitioners;
  if (!site || !person) throw new Error('one of each');
  const wall = (instant: number) => Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(site.timezone);
  const isOpen = (instant: number): boolean => {
    const shown = wall(instant);
    const day = shown.toPlainDate().toString();
    const clockTime = `${String(shown.hour).padStart(2, '0')}:${String(shown.minute).padStart(2, '0')}:00`;
    const holds = ({ starts: begin, ends }: { starts: string | null; ends: string | null }) =>
      (begin ?? '') <= clockTime && clockTime < (ends ?? '');
    const isClosed = site.days.some((own) => own.day === day && !own.is_open);
    const isHoliday = holidaysOf(site.country, shown.year).has(day);
    const isUsual =
      !isClosed && !isHoliday && person.hours.some((rule) => rule.weekday === shown.dayOfWeek && holds(rule));
    const said = person.exceptions.filter((exception) => exception.day === day && holds(exception));
    if (said.some(({ kind }) => kind === 'off')) return false;
    return isUsual || (!isClosed && said.some(({ kind }) => kind === 'extra'));
  };
  const isFree = (start: number, taken: readonly Range[]): boolean =>
    taken.every(
      (range) =>
        start / MINUTE_MS + asked.minutes + asked.buffer_after <= range.from ||
        start / MINUTE_MS - asked.buffer_before >= range.to,
    );
  const found: number[] = [];
  for (let start = from; start < to; start += 5 * MINUTE_MS) {
    const shown = wall(start);
    if (shown.minute % 15 !== 0 || start < now + asked.lead_hours * 3_600_000) continue;
    if (start >= now + asked.days_ahead * DAY_MS) continue;
    const first = shown.toPlainDateTime().toZonedDateTime(site.timezone, { disambiguation: 'earlier' });
    if (first.epochMilliseconds !== start) continue;
    let isInside = true;
    for (let inside = start; inside < start + asked.minutes * MINUTE_MS; inside += 5 * MINUTE_MS)
      isInside &&= isOpen(inside);
    const isRoomFree = site.rooms?.some((one) => isFree(start, one.taken));
    if (isInside && isRoomFree && isFree(start, person.taken)) found.push(start);
  }
  return found;
}

test('the slots are the same as those of a second, simpler computation, even around clock changes', () => {
  let seen = 0;
  fc.assert(
    fc.property(question, (asked) => {
      const offered = slotsFor(asked).map(({ starts_at }) => starts_at);
      seen += offered.length;
      expect(offered).toEqual(slotsByLooking(asked));
    }),
    { numRuns: 150 },
  );
  expect(seen).toBeGreaterThan(150);
});

test('the slots of the next week are the same in local time if the clocks do not change', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.array(fc.tuple(span, fc.integer({ min: 1, max: 7 })), { maxLength: 8 }),
      (zone, given) => {
        const practitioners = [
          doctor({ hours: given.map(([range, weekday]) => ({ ...hours(weekday, '00:00', '01:00'), ...range })) }),
        ];
        const sites = [{ ...paris, timezone: zone, country: 'XX' }];
        const of = (from: number) =>
          ask({ sites, practitioners, from, to: from + 7 * DAY_MS, service: { ...service, days_ahead: 365 } }).map(
            ({ starts_at }) => starts_at - from,
          );
        const monday = at('2027-01-04T00:00Z');
        expect(of(monday + 7 * DAY_MS)).toEqual(of(monday));
      },
    ),
    { numRuns: 50 },
  );
});

describe('a list that is too long', () => {
  const starts = (practitioner_id: string, ...starts: [from: number, to: number][]): FreeStarts => ({
    practitioner_id,
    site_id: 's',
    starts: starts.map(([from, to]) => ({ from, to })),
  });
  const names = (free: FreeStarts[], most: number) => {
    const { shown, more_from } = earliest(free, most);
    return [shown.map(({ starts_at, practitioner_id }) => `${starts_at / QUARTER_MS}${practitioner_id}`), more_from];
  };

  test('a list of slots that is too long ends before a start, and the next list begins with that start', () => {
    const free = [starts('a', [1, 2], [3, 4]), starts('b', [1, 4])];
    expect(names(free, 5)).toEqual([['1a', '1b', '2b', '3a', '3b'], null]);
    expect(names(free, 4)).toEqual([['1a', '1b', '2b'], 3 * QUARTER_MS]);
    expect(names(free, 1)).toEqual([['1a', '1b'], 2 * QUARTER_MS]);
    expect(names([], 1)).toEqual([[], null]);
  });

  test('several pages of slots contain the same slots as one list', () => {
    const free = fc.array(
      fc
        .tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 9 }))
        .map(([name, from, length]) => starts(name, [from, from + length])),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(free, fc.integer({ min: 1, max: 20 }), (all, most) => {
        const paged: Slot[] = [];
        for (let left = all; ; ) {
          const { shown, more_from } = earliest(left, most);
          expect(shown.length <= most || new Set(shown.map(({ starts_at }) => starts_at)).size === 1).toBe(true);
          paged.push(...shown);
          if (more_from === null) break;
          const next = more_from / QUARTER_MS;
          left = left.map((one) => ({
            ...one,
            starts: one.starts
              .map(({ from, to }) => ({ from: Math.max(from, next), to }))
              .filter(({ from, to }) => from < to),
          }));
        }
        expect(paged).toEqual(slotsOf(all).toSorted((a, b) => a.starts_at - b.starts_at));
      }),
    );
  });
});
