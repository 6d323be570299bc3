import { expect, test } from 'vitest';
import { type FreeSlot, freeDays, partsOfDay } from './free-times.ts';

const slot = (starts_at: string, practitioner_id = 'p1'): FreeSlot => ({ starts_at, site_id: 's1', practitioner_id });
const startsOf = (days: ReturnType<typeof freeDays>) =>
  days.map(({ day, times }) => [day, ...times.map(({ starts_at }) => starts_at)]);

test('days follow the clock of the place and not the reader’s clock', () => {
  const slots = [slot('2026-12-03T22:30:00.000Z'), slot('2026-12-03T23:30:00.000Z')];
  expect(startsOf(freeDays(slots, { zone: 'Europe/Paris' }))).toEqual([
    ['2026-12-03', '2026-12-03T22:30:00.000Z'],
    ['2026-12-04', '2026-12-03T23:30:00.000Z'],
  ]);
  expect(startsOf(freeDays(slots, { zone: 'America/Toronto' }))).toEqual([
    ['2026-12-03', '2026-12-03T22:30:00.000Z', '2026-12-03T23:30:00.000Z'],
  ]);
});

test('a moment is listed once, with the preferred practitioner if that practitioner is free', () => {
  const at = '2026-12-03T08:00:00.000Z';
  const slots = [slot(at, 'p1'), slot(at, 'p2'), slot(at, 'p3')];
  const whoOf = (preferred: string | null) =>
    freeDays(slots, { zone: 'Europe/Paris', preferred }).flatMap(({ times }) =>
      times.map((time) => time.slot?.practitioner_id),
    );
  expect(whoOf(null)).toEqual(['p1']);
  expect(whoOf('p2')).toEqual(['p2']);
  expect(whoOf('nobody')).toEqual(['p1']);
});

test('a time that was taken stays in its position, and is free again if another practitioner is free', () => {
  const gone = ['2026-12-03T09:00:00Z', '2026-12-04T09:00:00Z'];
  const slots = [slot('2026-12-03T10:00:00.000Z'), slot('2026-12-04T09:00:00.000Z', 'p2')];
  expect(freeDays(slots, { zone: 'Europe/Paris', gone })).toEqual([
    {
      day: '2026-12-03',
      times: [
        { starts_at: '2026-12-03T09:00:00Z', slot: null },
        { starts_at: '2026-12-03T10:00:00.000Z', slot: slots[0] },
      ],
    },
    { day: '2026-12-04', times: [{ starts_at: '2026-12-04T09:00:00.000Z', slot: slots[1] }] },
  ]);
});

test('a day is divided at noon and at 17:00 by the clock of the place, in winter and in summer', () => {
  const partsAt = (starts: readonly string[], zone: string) => {
    const times = starts.map((starts_at) => ({ starts_at, slot: slot(starts_at) }));
    return partsOfDay(times, zone).map(({ part, times }) => [part, times.length]);
  };
  const winter = ['2026-12-03T10:45:00Z', '2026-12-03T11:00:00Z', '2026-12-03T15:45:00Z', '2026-12-03T16:00:00Z'];
  expect(partsAt(winter, 'Europe/Paris')).toEqual([
    ['morning', 1],
    ['afternoon', 2],
    ['evening', 1],
  ]);
  const summer = ['2026-07-03T09:45:00Z', '2026-07-03T10:00:00Z', '2026-07-03T15:00:00Z'];
  expect(partsAt(summer, 'Europe/Paris')).toEqual([
    ['morning', 1],
    ['afternoon', 1],
    ['evening', 1],
  ]);
  expect(partsAt(['2026-12-03T01:30:00Z'], 'Australia/Lord_Howe')).toEqual([['afternoon', 1]]);
});
