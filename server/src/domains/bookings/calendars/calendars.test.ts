import { expect, test } from 'vitest';
import { aPracticeOf } from '../../../../test/a-practice.ts';
import { aPaid } from '../../../../test/an-appointment.ts';
import { aWorld, type World } from '../../../../test/world.ts';
import { CalendarUnread, type Fetched } from '#server/platform/calendar/fetch-calendar.ts';
import { readBusyCalendar, readBusyCalendars } from './read-busy.ts';

async function aPractice() {
  const world = await aWorld();
  const doctor = await world.practitioner({ first_name: 'Hélène', last_name: 'Vasseur' });
  const clinic = await aPracticeOf(world, doctor);
  const browser = world.browserOf(doctor);
  const make = async (shows_names = false) => (await browser.post('/rpc/make_my_calendar_feed', { shows_names })).json;
  const read = (address: string, headers = {}) => world.browser().get(new URL(address).pathname, headers);
  return { world, doctor, clinic, browser, make, read };
}

test('the calendar at a secret address shows booked and held times, but nothing about the patient', async () => {
  const { world, doctor, clinic, make, read } = await aPractice();
  const id = await aPaid(world, {
    patient: await world.patient({ first_name: 'Alice', last_name: 'Martin' }),
    admin: await world.admin(),
  });
  const booked = await clinic.book('2026-12-03T13:30:00Z');
  await clinic.give(booked, id);
  await clinic.book('2026-12-04T13:30:00Z', 'held', new Date('2026-11-21T09:00:00Z'));
  await clinic.book('2026-12-05T13:30:00Z', 'held', new Date('2026-11-20T08:59:00Z'));
  await clinic.book('2026-12-06T13:30:00Z', 'cancelled');
  const colleague = await world.practitioner();
  await (await aPracticeOf(world, colleague)).book('2026-12-07T13:30:00Z');

  const { address } = await make();
  const { status, headers, text } = await read(address);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(headers.get('cache-control')).toBe('private, no-cache');
  expect([...text.matchAll(/DTSTART:(\S+)|STATUS:(\S+)/g)].map(([all]) => all)).toEqual([
    'DTSTART:20261203T133000Z',
    'STATUS:CONFIRMED',
    'DTSTART:20261204T133000Z',
    'STATUS:TENTATIVE',
  ]);
  expect(text).toContain('SUMMARY:Consultation\r\n');
  expect(text).not.toMatch(/Alice|Martin|Botulinum|VALARM/);
  expect(doctor.userId).not.toBe(colleague.userId);
});

test('a calendar with names shows the name of the patient and not the service, once the patient has chosen the time', async () => {
  const { world, clinic, make, read } = await aPractice();
  const people = {
    patient: await world.patient({ first_name: 'Alice', last_name: 'Martin' }),
    admin: await world.admin(),
  };
  const id = await aPaid(world, people);
  await clinic.give(await clinic.book('2026-12-03T13:30:00Z'), id);
  await clinic.give(await clinic.book('2026-12-04T13:30:00Z', 'held', new Date('2026-11-21T09:00:00Z')), id, false);
  const { address } = await make(true);
  const { text } = await read(address);
  expect([...text.matchAll(/SUMMARY:(.*)\r/g)].map(([, title]) => title)).toEqual(['Alice Martin', 'Consultation']);
});

test('an unchanged calendar is sent once, and a request with its ETag gets a 304 until something changes', async () => {
  const { clinic, make, read } = await aPractice();
  await clinic.book('2026-12-03T13:30:00Z');
  const { address } = await make();
  const first = await read(address);
  const etag = first.headers.get('etag') ?? '';
  const again = await read(address, { 'if-none-match': etag });
  expect([again.status, again.text]).toEqual([304, '']);
  await clinic.book('2026-12-04T13:30:00Z');
  expect((await read(address, { 'if-none-match': etag })).status).toBe(200);
});

test('a secret address of a calendar gives a 404 when it is revoked or unknown, or its practitioner may no longer work', async () => {
  const { world, doctor, browser, make, read } = await aPractice();
  const [one, two] = [(await make()).address, (await make()).address];
  const { feeds } = (await browser.post('/rpc/list_my_calendars')).json;
  expect(feeds).toHaveLength(2);
  expect(JSON.stringify(feeds)).not.toContain(one.slice(-20));
  const other = world.browserOf(await world.practitioner());
  expect((await other.post('/rpc/revoke_my_calendar_feed', { id: feeds[0].id })).status).toBe(404);
  const { json } = await browser.post('/rpc/revoke_my_calendar_feed', { id: feeds[0].id });
  expect(json.feeds).toHaveLength(1);
  expect((await browser.post('/rpc/revoke_my_calendar_feed', { id: feeds[0].id })).status).toBe(404);
  expect((await read(one)).status).toBe(404);
  expect((await read(two)).status).toBe(200);
  for (const path of ['/calendar/x.ics', `/calendar/${'a'.repeat(43)}.ics`, '/calendar/'])
    expect((await world.browser().get(path)).status).toBe(404);
  await world.database.owner.query('update practitioners set verified_at = null where user_id = $1', [doctor.userId]);
  expect((await read(two)).status).toBe(404);
});

test('the database does not store the secret address of a calendar, and the audit log records each new one', async () => {
  const { world, doctor, make } = await aPractice();
  const { address } = await make(true);
  const secret = /calendar\/(.+)\.ics/.exec(address)?.[1] ?? '';
  const row = await world.system.selectFrom('calendar_feeds').selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(secret);
  const { rows } = await world.database.owner.query(
    `select actor_id, subject_id, details from audit_log where action = 'calendar.shared'`,
  );
  expect(rows).toEqual([{ actor_id: doctor.userId, subject_id: row.id, details: { shows_names: true } }]);
});

test('a practitioner can have ten calendar addresses at most', async () => {
  const { make } = await aPractice();
  for (let n = 0; n < 10; n++) expect(await make()).toHaveProperty('address');
  expect(await make()).toMatchObject({ code: 'TOO_MANY_CALENDARS', data: { most: 10 } });
});

test('a practitioner can have ten addresses and ten external calendars at most, even with calls at the same time', async () => {
  const { browser, make } = await aPractice();
  const made = await Promise.all(Array.from({ length: 14 }, () => make()));
  expect(made.filter((answer) => 'address' in answer)).toHaveLength(10);
  const added = await Promise.all(
    Array.from({ length: 14 }, (_, n) =>
      browser.post('/rpc/add_busy_calendar', { address: `https://calendars.example/${n}.ics` }),
    ),
  );
  expect(added.filter(({ status }) => status === 200)).toHaveLength(10);
  const { feeds, busy } = (await browser.post('/rpc/list_my_calendars')).json;
  expect([feeds.length, busy.length]).toEqual([10, 10]);
});

test('an administrator makes, lists and closes the address of a site, whose calendar names practitioners', async () => {
  const { world, clinic, read } = await aPractice();
  await clinic.book('2026-12-03T13:30:00Z');
  const admin = world.browserOf(await world.admin());
  const { address } = (await admin.post('/rpc/admin_make_site_calendar', { site_id: clinic.site_id })).json;
  expect((await read(address)).text).toContain('SUMMARY:Consultation · Hélène Vasseur');
  const { sites } = (await admin.post('/rpc/admin_list_site_calendars')).json;
  const [feed] = sites.find(({ id }: { id: string }) => id === clinic.site_id).feeds;
  expect(feed).toMatchObject({ shows_names: false, read_at: '2026-11-20T09:00:00.000Z' });
  expect((await admin.post('/rpc/admin_revoke_site_calendar', { id: feed.id })).status).toBe(200);
  expect((await read(address)).status).toBe(404);
});

test('the events in the calendar of a site link to the page of the person who made its address', async () => {
  const { world, clinic, read } = await aPractice();
  await clinic.book('2026-12-03T13:30:00Z');
  const maker = await world.admin();
  const { address } = (await world.browserOf(maker).post('/rpc/admin_make_site_calendar', { site_id: clinic.site_id }))
    .json;
  expect((await read(address)).text).toContain('URL:http://flaira.test/admin/calendar\r\n');
  await world.system.updateTable('users').set({ role: 'desk' }).where('id', '=', maker.userId).execute();
  const member = {
    clinic_id: clinic.clinic_id,
    user_id: maker.userId,
    role: 'desk',
    created_at: world.clock.now(),
  } as const;
  await world.system.insertInto('clinic_members').values(member).execute();
  expect((await read(address)).text).toContain('URL:http://flaira.test/desk\r\n');
});

test('the address of a site gives a 404 while the person who made it is suspended or is not an administrator', async () => {
  const { world, clinic, read } = await aPractice();
  const maker = await world.admin();
  const { address } = (
    await world.browserOf(maker).post('/rpc/admin_make_site_calendar', { site_id: clinic.site_id, shows_names: true })
  ).json;
  const set = (change: { suspended_at?: Date | null; role?: 'admin' | 'patient' }) =>
    world.system.updateTable('users').set(change).where('id', '=', maker.userId).execute();
  for (const [away, back] of [
    [{ suspended_at: world.clock.now() }, { suspended_at: null }],
    [{ role: 'patient' }, { role: 'admin' }],
  ] as const) {
    await set(away);
    expect((await read(address)).status).toBe(404);
    await set(back);
    expect((await read(address)).status).toBe(200);
  }
});

const ics = (...starts: readonly string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\n${starts
    .map((start) => `BEGIN:VEVENT\r\nUID:${start}\r\nDTSTART:${start}\r\nDURATION:PT1H\r\nEND:VEVENT\r\n`)
    .join('')}END:VCALENDAR\r\n`;

/** Simulates the internet. `answers` has the response of each calendar by its address. */
function anInternet(answers: Record<string, Fetched | CalendarUnread>) {
  const asked: { address: string; etag: string | null }[] = [];
  const fetch = async (address: string, etag: string | null) => {
    asked.push({ address, etag });
    const answer = answers[address] ?? new CalendarUnread('not_found');
    if (answer instanceof CalendarUnread) throw answer;
    return answer;
  };
  return { asked, fetch, answers };
}

/** Returns the start of each stored busy time, and the transaction that wrote it. */
const storedTimes = async (world: World) => {
  const { rows } = await world.database.owner
    .query('set role app_system; select lower(during) as start, xmin::text as written_by from busy_times order by 1')
    .then((results) => (results as unknown as { rows: { start: Date; written_by: string }[] }[])[1] ?? { rows: [] });
  return rows;
};

const busyOf = async (world: World) => (await storedTimes(world)).map(({ start }) => start.toISOString());

const ADDRESS = 'https://calendars.example/private-0b4e/a.ics';

async function aBusyCalendar() {
  const practice = await aPractice();
  const { json } = await practice.browser.post('/rpc/add_busy_calendar', {
    address: ADDRESS.replace('https', 'webcal'),
    name: 'Hospital',
  });
  const { id } = json.busy[0] as { id: string };
  const shown = async () => (await practice.browser.post('/rpc/list_my_calendars')).json.busy[0];
  return { ...practice, id, shown };
}

test('an external calendar is added once, and its secret address is never shown', async () => {
  const { world, browser, shown } = await aBusyCalendar();
  expect(await shown()).toMatchObject({ name: 'Hospital', host: 'calendars.example', read_at: null, fault: null });
  expect(JSON.stringify(await shown())).not.toContain('private-0b4e');
  expect((await browser.post('/rpc/add_busy_calendar', { address: ADDRESS })).json.busy).toHaveLength(1);
  for (const address of [
    'http://calendars.example/a.ics',
    'https://127.0.0.1/a.ics',
    'https://a:b@calendars.example/',
    'file:///etc/passwd',
  ])
    expect((await browser.post('/rpc/add_busy_calendar', { address })).json, address).toMatchObject({
      code: 'CALENDAR_ADDRESS',
    });
  const other = world.browserOf(await world.practitioner());
  expect((await other.post('/rpc/list_my_calendars')).json.busy).toEqual([]);
});

test("busy times block slots, and whole busy days follow the time zone of the practitioner's site", async () => {
  const { world, id, shown } = await aBusyCalendar();
  await world.system.updateTable('clinic_sites').set({ timezone: 'America/Montreal' }).execute();
  const text = ics('20261203T130000Z', '20261203T133000Z').replace(
    'END:VCALENDAR',
    'BEGIN:VEVENT\r\nUID:d\r\nDTSTART;VALUE=DATE:20261210\r\nEND:VEVENT\r\nEND:VCALENDAR',
  );
  const { fetch } = anInternet({ [ADDRESS]: { text, etag: '"1"' } });
  await readBusyCalendar(world, id, fetch);
  expect(await busyOf(world)).toEqual(['2026-12-03T13:00:00.000Z', '2026-12-10T05:00:00.000Z']);
  expect(await shown()).toMatchObject({ read_at: '2026-11-20T09:00:00.000Z', fault: null });
});

test('busy times are stored for every day on which slots can be listed, and no later ones', async () => {
  const { world, id } = await aBusyCalendar();
  const at = (days: number) => new Date(Date.parse('2026-11-20T13:00:00Z') + days * 86_400_000);
  const text = ics(
    ...[364, 730, 740].map((days) =>
      at(days)
        .toISOString()
        .replaceAll(/[-:]|\.000/g, ''),
    ),
  );
  await readBusyCalendar(world, id, anInternet({ [ADDRESS]: { text, etag: null } }).fetch);
  expect(await busyOf(world)).toEqual([at(364).toISOString(), at(730).toISOString()]);
});

test('reading an external calendar again writes only the differences from the last reading', async () => {
  const { world, id } = await aBusyCalendar();
  const { fetch, answers } = anInternet({
    [ADDRESS]: { text: ics('20261203T130000Z', '20261204T130000Z'), etag: null },
  });
  await readBusyCalendar(world, id, fetch);
  const [kept] = await storedTimes(world);
  answers[ADDRESS] = { text: ics('20261203T130000Z', '20261205T130000Z'), etag: null };
  await readBusyCalendar(world, id, fetch);
  expect(await storedTimes(world)).toMatchObject([kept, { start: new Date('2026-12-05T13:00:00Z') }]);
});

test('an external calendar that has not changed is not sent again, but it is read in full once a day', async () => {
  const { world, id } = await aBusyCalendar();
  const { fetch, asked, answers } = anInternet({ [ADDRESS]: { text: ics('20261203T130000Z'), etag: '"1"' } });
  await readBusyCalendar(world, id, fetch);
  answers[ADDRESS] = 'unchanged';
  world.clock.advance(15 * 60_000);
  await readBusyCalendar(world, id, fetch);
  expect(await busyOf(world)).toHaveLength(1);
  answers[ADDRESS] = { text: ics('20261204T130000Z'), etag: '"2"' };
  world.clock.advance(24 * 3_600_000);
  await readBusyCalendar(world, id, fetch);
  expect(asked.map(({ etag }) => etag)).toEqual([null, '"1"', null]);
  expect(await busyOf(world)).toEqual(['2026-12-04T13:00:00.000Z']);
});

test('while an external calendar cannot be read, its last busy times still count and its fault is shown', async () => {
  const { world, id, shown } = await aBusyCalendar();
  const { fetch, answers } = anInternet({ [ADDRESS]: { text: ics('20261203T130000Z'), etag: null } });
  await readBusyCalendar(world, id, fetch);
  answers[ADDRESS] = new CalendarUnread('denied');
  await readBusyCalendar(world, id, fetch);
  expect(await shown()).toMatchObject({ fault: 'denied' });
  answers[ADDRESS] = { text: '<!doctype html>', etag: null };
  await readBusyCalendar(world, id, fetch);
  expect(await shown()).toMatchObject({ fault: 'not_a_calendar' });
  expect(await busyOf(world)).toEqual(['2026-12-03T13:00:00.000Z']);
  answers[ADDRESS] = { text: ics(), etag: null };
  await readBusyCalendar(world, id, fetch);
  expect(await shown()).toMatchObject({ fault: null });
  expect(await busyOf(world)).toEqual([]);
});

test('the job reads the external calendars of all practitioners who may sign in, even if one calendar fails', async () => {
  const { world, browser } = await aBusyCalendar();
  await browser.post('/rpc/add_busy_calendar', { address: 'https://calendars.example/gone.ics' });
  const suspended = await world.practitioner();
  await world.browserOf(suspended).post('/rpc/add_busy_calendar', { address: 'https://calendars.example/left.ics' });
  await world.database.owner.query('update users set suspended_at = now() where id = $1', [suspended.userId]);
  const { fetch, asked } = anInternet({ [ADDRESS]: { text: ics('20261203T130000Z'), etag: null } });
  await readBusyCalendars(world, fetch);
  expect(asked.map(({ address }) => address).toSorted()).toEqual(['https://calendars.example/gone.ics', ADDRESS]);
  expect(await busyOf(world)).toHaveLength(1);
});

test('the busy times of a removed calendar are deleted, and a calendar of another person cannot be removed', async () => {
  const { world, browser, id } = await aBusyCalendar();
  const { fetch } = anInternet({ [ADDRESS]: { text: ics('20261203T130000Z'), etag: null } });
  await readBusyCalendar(world, id, fetch);
  const other = world.browserOf(await world.practitioner());
  expect((await other.post('/rpc/remove_busy_calendar', { id })).status).toBe(404);
  expect((await browser.post('/rpc/remove_busy_calendar', { id })).json.busy).toEqual([]);
  expect(await busyOf(world)).toEqual([]);
  await readBusyCalendar(world, id, fetch);
});

test('an external calendar at an address in our own network is never read', async () => {
  const { world, browser } = await aPractice();
  await browser.post('/rpc/add_busy_calendar', { address: 'https://localhost/a.ics' });
  await world.outbox.drain();
  expect((await browser.post('/rpc/list_my_calendars')).json.busy).toMatchObject([{ fault: 'not_allowed' }]);
});

/** Returns a calendar with `count` busy times of five minutes, with gaps between them. */
const crowded = (count: number): string => {
  const first = Date.parse('2026-11-20T10:00:00Z');
  const stamp = (at: number) => new Date(at).toISOString().replaceAll(/[-:]|\.000/g, '');
  const events = Array.from({ length: count }, (_, at) => {
    const start = first + at * 50 * 60_000;
    return `BEGIN:VEVENT\r\nUID:${at}\r\nDTSTART:${stamp(start)}\r\nDTEND:${stamp(start + 300_000)}\r\nEND:VEVENT\r\n`;
  });
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.join('')}END:VCALENDAR\r\n`;
};

test('a calendar may have 20,000 busy times, and a calendar with more is refused as too large', async () => {
  const { world, id, shown } = await aBusyCalendar();
  const { fetch, answers } = anInternet({ [ADDRESS]: { text: crowded(20_000), etag: null } });
  await readBusyCalendar(world, id, fetch);
  expect(await shown()).toMatchObject({ fault: null });
  expect(await busyOf(world)).toHaveLength(20_000);
  answers[ADDRESS] = { text: crowded(20_001), etag: null };
  await readBusyCalendar(world, id, fetch);
  expect(await shown()).toMatchObject({ fault: 'too_large' });
  expect(await busyOf(world)).toHaveLength(20_000);
});
