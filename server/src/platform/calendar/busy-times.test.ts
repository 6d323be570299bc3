import { describe, expect, test } from 'vitest';
import { busyTimes } from './busy-times.ts';

const window = { from: new Date('2026-11-20T00:00:00Z'), to: new Date('2027-05-19T00:00:00Z'), zone: 'Europe/Paris' };
const read = (lines: readonly string[], given: Partial<typeof window> = {}) =>
  busyTimes({ ...window, ...given, text: `${lines.join('\r\n')}\r\n` })?.map(
    ({ start, end }) => `${start.toISOString().slice(0, 16)}/${end.toISOString().slice(0, 16)}`,
  );
const calendar = (...lines: readonly string[]) => [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//A test//EN',
  ...lines,
  'END:VCALENDAR',
];
const event = (uid: string, ...lines: readonly string[]) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTAMP:20261101T080000Z',
  ...lines,
  'END:VEVENT',
];

const paris = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Paris',
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'TZNAME:CEST',
  'DTSTART:19700329T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'TZNAME:CET',
  'DTSTART:19701025T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
];

describe("a calendar in Google's format", () => {
  const google = (...events: readonly string[]) =>
    calendar(
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'X-WR-CALNAME:Cabinet',
      'X-WR-TIMEZONE:America/Montreal',
      ...paris,
      ...events,
    );

  test('whole days follow the time zone of a Google calendar, and free or cancelled events do not count as busy', () => {
    expect(
      read(
        google(
          ...event(
            'one@google.com',
            'DTSTART:20261201T130000Z',
            'DTEND:20261201T140000Z',
            'STATUS:CONFIRMED',
            'TRANSP:OPAQUE',
          ),
          ...event('off@google.com', 'DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261226', 'TRANSP:OPAQUE'),
          ...event(
            'birthday@google.com',
            'DTSTART;VALUE=DATE:20261210',
            'DTEND;VALUE=DATE:20261211',
            'TRANSP:TRANSPARENT',
          ),
          ...event('gone@google.com', 'DTSTART:20261202T130000Z', 'DTEND:20261202T140000Z', 'STATUS:CANCELLED'),
        ),
      ),
    ).toEqual(['2026-12-01T13:00/2026-12-01T14:00', '2026-12-24T05:00/2026-12-26T05:00']);
  });

  test('a weekly event keeps its local time when the clocks change, without left out, moved or cancelled repetitions', () => {
    const weekly = [
      'DTSTART;TZID=Europe/Paris:20270315T090000',
      'DTEND;TZID=Europe/Paris:20270315T103000',
      'RRULE:FREQ=WEEKLY;COUNT=5;BYDAY=MO',
      'EXDATE;TZID=Europe/Paris:20270322T090000',
    ];
    const moved = [
      'RECURRENCE-ID;TZID=Europe/Paris:20270405T090000',
      'DTSTART;TZID=Europe/Paris:20270406T140000',
      'DTEND;TZID=Europe/Paris:20270406T150000',
    ];
    const cancelled = [
      'RECURRENCE-ID;TZID=Europe/Paris:20270412T090000',
      'DTSTART;TZID=Europe/Paris:20270412T090000',
      'DURATION:PT1H',
      'STATUS:CANCELLED',
    ];
    expect(
      read(
        google(
          ...event('w@google.com', ...weekly),
          ...event('w@google.com', ...moved),
          ...event('w@google.com', ...cancelled),
        ),
      ),
    ).toEqual([
      '2027-03-15T08:00/2027-03-15T09:30',
      '2027-03-29T07:00/2027-03-29T08:30',
      '2027-04-06T12:00/2027-04-06T13:00',
    ]);
  });

  test('a rule that ends at an instant includes its last repetition, in a zone that the file does not define', () => {
    const daily = [
      'DTSTART;TZID=America/Montreal:20261221T100000',
      'DURATION:PT30M',
      'RRULE:FREQ=DAILY;UNTIL=20261223T150000Z',
    ];
    expect(read(calendar(...event('d@google.com', ...daily)))).toEqual([
      '2026-12-21T15:00/2026-12-21T15:30',
      '2026-12-22T15:00/2026-12-22T15:30',
      '2026-12-23T15:00/2026-12-23T15:30',
    ]);
  });
});

describe("a calendar in Outlook's format", () => {
  /** Outlook invents names for its zones and defines them in the file. */
  const zone = [
    'BEGIN:VTIMEZONE',
    'TZID:Romance Standard Time',
    'BEGIN:STANDARD',
    'DTSTART:16010101T030000',
    'TZOFFSETFROM:+0200',
    'TZOFFSETTO:+0100',
    'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:16010101T020000',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
    'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ];
  const at = (name: string, time: string) => `${name};TZID=Romance Standard Time:${time}`;

  test('times follow the time zone that an Outlook file defines; tentative times count as busy, free times do not', () => {
    expect(
      read(
        calendar(
          ...zone,
          ...event(
            'b',
            at('DTSTART', '20261203T140000'),
            at('DTEND', '20261203T150000'),
            'X-MICROSOFT-CDO-BUSYSTATUS:BUSY',
          ),
          ...event(
            't',
            at('DTSTART', '20270401T140000'),
            at('DTEND', '20270401T150000'),
            'X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE',
          ),
          ...event(
            'f',
            at('DTSTART', '20261204T140000'),
            at('DTEND', '20261204T150000'),
            'X-MICROSOFT-CDO-BUSYSTATUS:FREE',
          ),
        ),
      ),
    ).toEqual(['2026-12-03T13:00/2026-12-03T14:00', '2027-04-01T12:00/2027-04-01T13:00']);
  });

  /** 14:00 on the clocks of each zone, on a day in winter and on a day in summer. */
  test.each([
    ['Romance Standard Time', '13:00', '12:00'],
    ['W. Europe Standard Time', '13:00', '12:00'],
    ['GMT Standard Time', '14:00', '13:00'],
    ['Eastern Standard Time', '19:00', '18:00'],
    ['Pacific Standard Time', '22:00', '21:00'],
    ['Arabian Standard Time', '10:00', '10:00'],
    ['Tokyo Standard Time', '05:00', '05:00'],
    ['UTC', '14:00', '14:00'],
  ])('the Windows zone %s is known even if the file does not define it', (zone, winter, summer) => {
    const timed = (uid: string, day: string) => event(uid, `DTSTART;TZID=${zone}:${day}T140000`, 'DURATION:PT5M');
    const ends = (time: string) => time.replace(/0$/, '5');
    expect(read(calendar(...timed('w', '20261203'), ...timed('s', '20270401')))).toEqual([
      `2026-12-03T${winter}/2026-12-03T${ends(winter)}`,
      `2027-04-01T${summer}/2027-04-01T${ends(summer)}`,
    ]);
  });

  test('whole days follow the time zone of the calendar, even if this zone has a Windows name', () => {
    const days = event('d', 'DTSTART;VALUE=DATE:20261203', 'DTEND;VALUE=DATE:20261204');
    expect(read(calendar('X-WR-TIMEZONE:Tokyo Standard Time', ...days))).toEqual(['2026-12-02T15:00/2026-12-03T15:00']);
  });

  test('a series stays at its local time across the clock change in autumn', () => {
    const series = [
      at('DTSTART', '20261019T083000'),
      at('DTEND', '20261019T093000'),
      'RRULE:FREQ=WEEKLY;UNTIL=20261102T073000Z;INTERVAL=1;BYDAY=MO;WKST=MO',
    ];
    expect(read(calendar(...zone, ...event('s', ...series)), { from: new Date('2026-10-01T00:00:00Z') })).toEqual([
      '2026-10-19T06:30/2026-10-19T07:30',
      '2026-10-26T07:30/2026-10-26T08:30',
      '2026-11-02T07:30/2026-11-02T08:30',
    ]);
  });
});

describe("a calendar in Apple's format", () => {
  test('folded lines, times without a zone, additional dates, and endless series are understood', () => {
    const apple = calendar(
      'CALSCALE:GREGORIAN',
      'X-APPLE-CALENDAR-COLOR:#FF2968',
      ...event(
        'f',
        'DTSTART:20261201T090000',
        'DTEND:20261201T100000',
        'SUMMARY:Dentist and a text that is long enough to be fold',
        ' ed',
      ),
      ...event(
        'r',
        'DTSTART;TZID=Europe/Paris:20261205T090000',
        'DTEND;TZID=Europe/Paris:20261205T091500',
        'RDATE;TZID=Europe/Paris:20261212T090000',
      ),
      ...event('e', 'DTSTART;VALUE=DATE:20200101', 'RRULE:FREQ=YEARLY'),
    );
    expect(read(apple)).toEqual([
      '2026-12-01T08:00/2026-12-01T09:00',
      '2026-12-05T08:00/2026-12-05T08:15',
      '2026-12-12T08:00/2026-12-12T08:15',
      '2026-12-31T23:00/2027-01-01T23:00',
    ]);
  });
});

describe('a rule whose last day is not an instant', () => {
  const weekly = (zone: string, start: string, until: string) =>
    calendar(...event('u', `DTSTART;TZID=${zone}:${start}`, 'DURATION:PT1H', `RRULE:FREQ=WEEKLY;UNTIL=${until}`));
  const twice = ['2026-12-03T22:00/2026-12-03T23:00', '2026-12-10T22:00/2026-12-10T23:00'];

  test.each([
    ['a day', 'America/Martinique', '20261203T180000', '20261210'],
    ['a day in a zone ahead of UTC', 'Europe/Paris', '20261203T230000', '20261210'],
    ['a local time', 'America/Martinique', '20261203T180000', '20261210T180000'],
    ['a local time before the next repetition', 'Europe/Paris', '20261203T230000', '20261217T223000'],
  ])('a weekly event that repeats until a given day also repeats on this day: %s', (_form, zone, start, until) => {
    expect(read(weekly(zone, start, until))).toEqual(twice);
  });

  test('a whole-day event that repeats until a given day also repeats on this day', () => {
    const days = event('u', 'DTSTART;VALUE=DATE:20261203', 'RRULE:FREQ=WEEKLY;UNTIL=20261210');
    expect(read(calendar(...days))).toEqual(['2026-12-02T23:00/2026-12-03T23:00', '2026-12-09T23:00/2026-12-10T23:00']);
  });
});

describe('a repetition that was moved', () => {
  const thursdays = event(
    'w',
    'DTSTART;TZID=Europe/Paris:20261203T180000',
    'DTEND;TZID=Europe/Paris:20261203T190000',
    'RRULE:FREQ=WEEKLY;COUNT=3',
  );
  const moved = (name: string) =>
    event('w', name, 'DTSTART;TZID=Europe/Paris:20261211T090000', 'DTEND;TZID=Europe/Paris:20261211T100000');
  const atNewTime = [
    '2026-12-03T17:00/2026-12-03T18:00',
    '2026-12-11T08:00/2026-12-11T09:00',
    '2026-12-17T17:00/2026-12-17T18:00',
  ];

  test.each([
    ['its own zone', 'RECURRENCE-ID;TZID=Europe/Paris:20261210T180000'],
    ['UTC', 'RECURRENCE-ID:20261210T170000Z'],
    ['another zone', 'RECURRENCE-ID;TZID=America/Montreal:20261210T120000'],
    ['no zone', 'RECURRENCE-ID:20261210T180000'],
    ['days', 'RECURRENCE-ID;VALUE=DATE:20261210'],
  ])('a moved repetition makes only its new time busy, if its original time is given in %s', (_zone, name) => {
    expect(read(calendar(...paris, ...thursdays, ...moved(name)))).toEqual(atNewTime);
  });

  test('a moved repetition of a series in UTC no longer makes its original time busy', () => {
    const series = event('w', 'DTSTART:20261203T170000Z', 'DTEND:20261203T180000Z', 'RRULE:FREQ=WEEKLY;COUNT=3');
    const name = 'RECURRENCE-ID;TZID=Europe/Paris:20261210T180000';
    expect(read(calendar(...series, ...moved(name)))).toEqual(atNewTime);
  });

  test('a moved repetition makes its new time busy even if the series no longer contains its original time', () => {
    const wednesday = moved('RECURRENCE-ID;TZID=Europe/Paris:20261209T180000');
    expect(read(calendar(...thursdays, ...wednesday))).toEqual(
      atNewTime.toSpliced(1, 0, '2026-12-10T17:00/2026-12-10T18:00'),
    );
    const left = thursdays.toSpliced(-1, 0, 'EXDATE;TZID=Europe/Paris:20261210T180000');
    const name = 'RECURRENCE-ID;TZID=Europe/Paris:20261210T180000';
    expect(read(calendar(...left, ...moved(name)))).toEqual(atNewTime);
  });

  test('the first of additional dates can be moved, and a move can include all later repetitions', () => {
    const dates = event(
      'w',
      'DTSTART;TZID=Europe/Paris:20261210T180000',
      'DURATION:PT1H',
      'RDATE;TZID=Europe/Paris:20261203T180000,20261217T180000',
    );
    const name = 'RECURRENCE-ID;TZID=Europe/Paris:20261210T180000';
    expect(read(calendar(...dates, ...moved(name)))).toEqual(atNewTime);
    const later = name.replace(';', ';RANGE=THISANDFUTURE;');
    expect(read(calendar(...thursdays, ...moved(later)))).toEqual([
      ...atNewTime.slice(0, 2),
      '2026-12-18T08:00/2026-12-18T09:00',
    ]);
  });
});

test('times that touch or overlap are merged, and cut at the ends of the window', () => {
  const one = (uid: string, start: string, end: string) => event(uid, `DTSTART:${start}Z`, `DTEND:${end}Z`);
  expect(
    read(
      calendar(
        ...one('c', '20261201T110000', '20261201T120000'),
        ...one('a', '20261201T090000', '20261201T100000'),
        ...one('b', '20261201T093000', '20261201T110000'),
        ...one('before', '20261118T090000', '20261120T010000'),
        ...one('past', '20261118T090000', '20261118T100000'),
        ...one('after', '20270518T230000', '20270601T010000'),
        ...one('empty', '20261202T090000', '20261202T090000'),
      ),
    ),
  ).toEqual([
    '2026-11-20T00:00/2026-11-20T01:00',
    '2026-12-01T09:00/2026-12-01T12:00',
    '2027-05-18T23:00/2027-05-19T00:00',
  ]);
});

test('an unreadable event does not affect others, and a text that is not a calendar gives null', () => {
  const broken = event('x', 'DTSTART:20261301T990000', 'DTEND:yesterday');
  const fine = event('y', 'DTSTART:20261201T090000Z', 'DTEND:20261201T100000Z');
  expect(read(calendar(...broken, ...fine))).toEqual(['2026-12-01T09:00/2026-12-01T10:00']);
  expect(busyTimes({ ...window, text: '<!doctype html><title>Sign in</title>' })).toBeNull();
  expect(busyTimes({ ...window, text: '' })).toBeNull();
});

test('a rule that repeats every second is computed quickly', { timeout: 10_000 }, () => {
  const endless = event('x', 'DTSTART:20200101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY');
  expect(read(calendar(...endless))).toEqual([]);
});

test('busy times are widened to whole five minutes, so that many events of a second become one range', {
  timeout: 10_000,
}, () => {
  const seconds = event('s', 'DTSTART:20261201T100000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY;INTERVAL=2;COUNT=3000');
  expect(read(calendar(...seconds))).toEqual(['2026-12-01T10:00/2026-12-01T11:40']);
  const odd = event('o', 'DTSTART:20261202T100200Z', 'DTEND:20261202T103100Z');
  expect(read(calendar(...odd))).toEqual(['2026-12-02T10:00/2026-12-02T10:35']);
});

describe('rare forms', () => {
  const list = 'RDATE;VALUE=PERIOD:20261202T090000Z/20261202T110000Z,20261203T090000Z/PT30M';

  test('an event with a list of periods is busy during each period, with and without a rule of repetition', () => {
    const first = ['DTSTART:20261201T090000Z', 'DTEND:20261201T100000Z'];
    const listed = ['2026-12-02T09:00/2026-12-02T11:00', '2026-12-03T09:00/2026-12-03T09:30'];
    expect(read(calendar(...event('p', ...first, list)))).toEqual(['2026-12-01T09:00/2026-12-01T10:00', ...listed]);
    expect(read(calendar(...event('p', ...first, 'RRULE:FREQ=WEEKLY;COUNT=2', list)))).toEqual([
      '2026-12-01T09:00/2026-12-01T10:00',
      ...listed,
      '2026-12-08T09:00/2026-12-08T10:00',
    ]);
    expect(read(calendar(...event('p', ...first, 'TRANSP:TRANSPARENT', list)))).toEqual([]);
  });

  test('a whole-day event that ends on the day on which it begins makes this day busy, also if it is repeated', () => {
    const day = ['DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261224'];
    expect(read(calendar(...event('d', ...day)))).toEqual(['2026-12-23T23:00/2026-12-24T23:00']);
    expect(read(calendar(...event('d', ...day, 'RRULE:FREQ=WEEKLY;COUNT=2')))).toEqual([
      '2026-12-23T23:00/2026-12-24T23:00',
      '2026-12-30T23:00/2026-12-31T23:00',
    ]);
  });

  test('every calendar of a file counts', () => {
    const one = calendar(...event('a', 'DTSTART:20261201T090000Z', 'DTEND:20261201T100000Z'));
    const other = calendar(...event('b', 'DTSTART:20261202T090000Z', 'DTEND:20261202T100000Z'));
    expect(read([...one, ...other])).toEqual([
      '2026-12-01T09:00/2026-12-01T10:00',
      '2026-12-02T09:00/2026-12-02T10:00',
    ]);
  });
});
