import fc from 'fast-check';
import ICAL from 'ical.js';
import ical, { type VEvent } from 'node-ical';
import { describe, expect, test } from 'vitest';
import { type CalendarEvent, calendarFeed, calendarFile, foldLine } from './calendar-file.ts';
import { readWallClock, UnknownZone } from './wall-clock.ts';

const anEvent = (given: Partial<CalendarEvent> = {}): CalendarEvent => ({
  uid: '018f-appointment@flaira.example',
  sequence: 2,
  isCancelled: false,
  changedAt: new Date('2026-11-20T09:00:00Z'),
  start: new Date('2026-12-03T13:30:00Z'),
  minutes: 60,
  zone: 'Europe/Paris',
  title: 'Rendez-vous Flaira',
  description: 'Dr Hélène Vasseur\n+33 1 84 80 20 14',
  location: '12, rue de Lille; 75007 Paris \\ 2e étage',
  url: 'https://flaira.example/dashboard',
  organizer: 'Flaira <care@flaira.example>',
  ...given,
});

/** Reads the event with two independent parsers and returns both results. */
function readByBoth(text: string) {
  const root = new ICAL.Component(ICAL.parse(text));
  const zone = root.getFirstSubcomponent('vtimezone');
  if (zone) ICAL.TimezoneService.register(new ICAL.Timezone(zone));
  const first = new ICAL.Event(root.getFirstSubcomponent('vevent') as ICAL.Component);
  const read = Object.values(ical.sync.parseICS(text)).find((entry) => entry?.type === 'VEVENT');
  const second = read as VEvent;
  return {
    first: {
      uid: first.uid,
      title: first.summary,
      description: first.description,
      location: first.location,
      start: first.startDate.toJSDate().toISOString(),
      end: first.endDate.toJSDate().toISOString(),
      sequence: Number(first.sequence),
      status: String(first.component.getFirstPropertyValue('status')),
      method: String(root.getFirstPropertyValue('method')),
    },
    second: {
      uid: second.uid,
      title: textOf(second.summary),
      description: textOf(second.description),
      location: textOf(second.location),
      start: second.start.toISOString(),
      end: second.end?.toISOString(),
      sequence: Number(second.sequence),
      status: second.status,
      method: second.method,
    },
  };
}
/** Returns a value as text. The second parser returns a value with parameters as an object. */
const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'val' in value ? String(value.val) : String(value);

const lines = (text: string): string[] => text.split('\r\n');

describe('a calendar file', () => {
  test('two independent parsers read the same event', () => {
    const { first, second } = readByBoth(calendarFile(anEvent()));
    expect(first).toEqual(second);
    expect(first).toEqual({
      uid: '018f-appointment@flaira.example',
      title: 'Rendez-vous Flaira',
      description: 'Dr Hélène Vasseur\n+33 1 84 80 20 14',
      location: '12, rue de Lille; 75007 Paris \\ 2e étage',
      start: '2026-12-03T13:30:00.000Z',
      end: '2026-12-03T14:30:00.000Z',
      sequence: 2,
      status: 'CONFIRMED',
      method: 'PUBLISH',
    });
  });

  test.each(['Europe/Paris', 'America/Montreal', 'Asia/Dubai', 'Pacific/Chatham', 'Africa/Casablanca', 'UTC'])(
    'in %s, two parsers read the right hour from the file on any day of two years',
    (zone) => {
      const day = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true });
      fc.assert(
        fc.property(day, (at) => {
          const start = new Date(Math.floor(at.getTime() / 60_000) * 60_000);
          const { first, second } = readByBoth(calendarFile(anEvent({ zone, start })));
          expect(second.start).toBe(start.toISOString());
          expect(first.start).toBe(start.toISOString());
        }),
        { numRuns: 150 },
      );
    },
  );

  test.each(['2027-10-31T00:30:00.000Z', '2027-10-31T01:30:00.000Z', '2027-03-28T00:30:00.000Z'])(
    'both parsers read the right hour on a day on which the clocks change: %s',
    (at) => {
      const { first, second } = readByBoth(calendarFile(anEvent({ start: new Date(at) })));
      expect([first.start, second.start]).toEqual([at, at]);
    },
  );

  test('a file of a cancelled event removes the event', () => {
    const { first, second } = readByBoth(calendarFile(anEvent({ isCancelled: true, sequence: 3 })));
    expect(first).toEqual(second);
    expect(first).toMatchObject({ method: 'CANCEL', status: 'CANCELLED', sequence: 3 });
  });

  test('any description and location is read unchanged from a calendar file', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 300 }).map((words) => words.replace(/\p{C}/gu, '').trim());
    fc.assert(
      fc.property(text, text, (description, location) => {
        const file = calendarFile(anEvent({ description, location }));
        for (const line of lines(file)) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
        const { first } = readByBoth(file);
        expect([first.description ?? '', first.location ?? '']).toEqual([description, location]);
      }),
      { numRuns: 300 },
    );
  });

  test('an unfolded line is the original line, and no character is split', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (line) => {
        const folded = foldLine(line);
        expect(folded.replaceAll('\r\n ', '')).toBe(line.replaceAll('\r\n ', ''));
        expect(folded.isWellFormed()).toBe(line.isWellFormed());
      }),
    );
  });
});

describe('readers in other zones', () => {
  test.each([
    ['America/Montreal', '08:30'],
    ['Asia/Dubai', '17:30'],
    ['Europe/Paris', '14:30'],
  ])('in %s an appointment at 14:30 in Paris shows as %s', (timeZone, time) => {
    const { first, second } = readByBoth(calendarFile(anEvent()));
    for (const { start } of [first, second])
      expect(new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(new Date(start))).toBe(time);
  });
});

describe('clock times of a zone', () => {
  test('local times that the clocks skip, local times that occur twice, and usual local times are distinguished', () => {
    expect(readWallClock('2027-03-28T02:30', 'Europe/Paris')).toMatchObject({ kind: 'skipped' });
    expect(readWallClock('2027-10-31T02:30', 'Europe/Paris')).toEqual({
      kind: 'twice',
      earlier: new Date('2027-10-31T00:30:00Z'),
      later: new Date('2027-10-31T01:30:00Z'),
    });
    expect(readWallClock('2027-03-28T02:30', 'Asia/Dubai')).toEqual({
      kind: 'instant',
      at: new Date('2027-03-27T22:30:00Z'),
    });
    expect(readWallClock('2027-03-14T02:30', 'America/Montreal')).toMatchObject({ kind: 'skipped' });
  });

  test('an unknown zone is refused', () => {
    for (const zone of ['', 'Europe/Nantes', '+01:00', 'Paris'])
      expect(() => readWallClock('2027-01-01T10:00', zone)).toThrow(UnknownZone);
  });
});

test('an event has the requested alarms, and none if it is cancelled', () => {
  const alarms = [1440, 120];
  const triggers = (text: string) => {
    const root = new ICAL.Component(ICAL.parse(text));
    const all = root.getFirstSubcomponent('vevent')?.getAllSubcomponents('valarm') ?? [];
    return all.map((alarm) => String(alarm.getFirstPropertyValue('trigger')));
  };
  expect(triggers(calendarFile(anEvent({ alarms })))).toEqual(['-PT1440M', '-PT120M']);
  expect(triggers(calendarFile(anEvent({ alarms, isCancelled: true })))).toEqual([]);
  expect(triggers(calendarFile(anEvent()))).toEqual([]);
});

test('a calendar to subscribe to has every event, and neither organizer nor alarm', () => {
  const { organizer: _organizer, zone: _zone, isCancelled: _isCancelled, ...event } = anEvent();
  const text = calendarFeed('Dr Vasseur, Paris', [
    { ...event, isTentative: false },
    { ...event, uid: 'two@flaira.example', isTentative: true },
  ]);
  const root = new ICAL.Component(ICAL.parse(text));
  expect(text).toContain('\r\nNAME:Dr Vasseur\\, Paris\r\n');
  const events = root.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
  expect(
    events.map(({ uid, startDate, component }) => [
      uid,
      startDate.toJSDate().toISOString(),
      component.getFirstPropertyValue('status'),
    ]),
  ).toEqual([
    ['018f-appointment@flaira.example', '2026-12-03T13:30:00.000Z', 'CONFIRMED'],
    ['two@flaira.example', '2026-12-03T13:30:00.000Z', 'TENTATIVE'],
  ]);
  expect(text).not.toMatch(/ORGANIZER|VALARM|METHOD/);
});
