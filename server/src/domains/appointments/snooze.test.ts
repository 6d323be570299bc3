import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { withSystem } from '#server/platform/db/db.ts';
import { aRequested } from '../../../test/an-appointment.ts';
import { aWorld } from '../../../test/world.ts';

const HOUR_MS = 3_600_000;

async function aDesk(entries: number) {
  const world = await aWorld();
  const people = { patient: await world.patient(), admin: await world.admin() };
  const appointments: string[] = [];
  for (let count = 0; count < entries; count++) {
    appointments.push(await aRequested(world, people));
    world.clock.advance(1000);
  }
  const admin = world.browserOf(people.admin);
  const ask = (name: string, input?: object) => admin.post(`/rpc/${name}`, input);
  const list = async (input: object = {}) => (await ask('admin_inbox_list', input)).json;
  const of = async (input?: object): Promise<string[]> =>
    (await list(input)).rows.map(({ appointment_id }: { appointment_id: string }) => appointment_id);
  const inboxIds = async (): Promise<string[]> =>
    (await list()).rows.map(({ inbox_id }: { inbox_id: string }) => inbox_id);
  const inMs = (ms: number) => new Date(world.clock.now().getTime() + ms).toISOString();
  return { world, people, appointments, ask, list, of, inboxIds, inMs };
}

test('a snoozed entry is not listed or counted until the end of the snooze', async () => {
  const { world, appointments, ask, list, of, inboxIds, inMs } = await aDesk(2);
  const [first = '', second = ''] = appointments;
  const [entry = ''] = await inboxIds();
  const until = inMs(HOUR_MS);
  const told = () => world.told.filter(({ event }) => event.kind === 'inbox.changed').length;
  const before = told();
  expect((await ask('admin_inbox_snooze', { inbox_ids: [entry], until })).json).toEqual({ changed: [entry], kept: [] });
  expect(told()).toBe(before + 1);
  await ask('admin_inbox_snooze', { inbox_ids: [entry], until });
  expect(told()).toBe(before + 1);
  expect(await list()).toMatchObject({ waiting: 1, shown: 1, snoozed: 1, rows: [{ appointment_id: second }] });
  expect(await list({ is_snoozed: true })).toMatchObject({
    waiting: 1,
    rows: [{ appointment_id: first, snoozed_until: until }],
  });
  world.clock.advance(HOUR_MS - 1);
  expect(await of()).toEqual([second]);
  world.clock.advance(1);
  expect([await of(), await of({ is_snoozed: true })]).toEqual([[first, second], []]);
});

test('the history names the person who snoozed or woke an inbox entry, and a second call changes nothing', async () => {
  const { appointments, ask, list, inboxIds, inMs } = await aDesk(1);
  const inbox_ids = await inboxIds();
  const until = inMs(HOUR_MS);
  await ask('admin_inbox_snooze', { inbox_ids, until });
  expect((await ask('admin_inbox_snooze', { inbox_ids, until })).json).toEqual({ changed: [], kept: inbox_ids });
  await ask('admin_inbox_snooze', { inbox_ids, until: null });
  expect((await ask('admin_inbox_snooze', { inbox_ids, until: null })).json.kept).toEqual(inbox_ids);
  expect(await list()).toMatchObject({ waiting: 1, snoozed: 0, rows: [{ snoozed_until: null }] });
  const { timeline } = (await ask('admin_get_appointment', { appointment_id: appointments[0] })).json;
  expect(timeline).toMatchObject([
    { kind: 'inbox_woken', details: { inbox: 'request' }, actor_name: expect.stringMatching(/^Jeanne/) },
    { kind: 'inbox_snoozed', details: { inbox: 'request', until } },
    { kind: 'requested' },
  ]);
});

test('a snooze ends a day before the deadline, and an entry that is due within a day cannot be snoozed', async () => {
  const { world, appointments, ask, of, inboxIds, inMs } = await aDesk(2);
  const [first = '', second = ''] = appointments;
  const [near = '', far = ''] = await inboxIds();
  await withSystem(world.system, async (tx) => {
    await sql`update appointment_inbox set due_at = ${inMs(24 * HOUR_MS)} where id = ${near}::uuid`.execute(tx);
    await sql`update appointment_inbox set due_at = ${inMs(24 * HOUR_MS + 1000)} where id = ${far}::uuid`.execute(tx);
  });
  const answer = await ask('admin_inbox_snooze', { inbox_ids: [near, far], until: inMs(48 * HOUR_MS) });
  expect(answer.json).toEqual({ changed: [far], kept: [near] });
  expect(await of()).toEqual([first]);
  world.clock.advance(1000);
  expect(await of()).toEqual([first, second]);
  const wake = await ask('admin_inbox_snooze', { inbox_ids: [far], until: null });
  expect(wake.json.changed).toEqual([far]);
});

test('handled inbox entries cannot be snoozed, and a reopened entry is not snoozed', async () => {
  const { ask, list, inboxIds, inMs } = await aDesk(1);
  const inbox_ids = await inboxIds();
  await ask('admin_inbox_snooze', { inbox_ids, until: inMs(HOUR_MS) });
  await ask('admin_inbox_handle_many', { inbox_ids });
  expect(await list({ is_snoozed: true })).toMatchObject({ rows: [], snoozed: 0 });
  expect((await ask('admin_inbox_snooze', { inbox_ids, until: inMs(HOUR_MS) })).json.changed).toEqual([]);
  await ask('admin_inbox_handle_many', { inbox_ids, is_handled: false });
  expect(await list()).toMatchObject({ waiting: 1, snoozed: 0 });
});

test.each([
  ['now', 0, 422],
  ['a moment ahead', 1, 200],
  ['60 days', 60 * 24 * HOUR_MS, 200],
  ['a moment more', 60 * 24 * HOUR_MS + 1, 422],
])('snoozing until %s (%i ms) returns the HTTP status %i', async (_, ms, status) => {
  const { ask, inboxIds, inMs } = await aDesk(1);
  const answer = await ask('admin_inbox_snooze', { inbox_ids: await inboxIds(), until: inMs(ms) });
  expect(answer.status).toBe(status);
});

test('inbox entries are filtered by the coordinator of the appointment', async () => {
  const { world, people, appointments, ask, list, of, inboxIds, inMs } = await aDesk(3);
  const [mine = '', theirs = '', free = ''] = appointments;
  const colleague = await world.admin({ first_name: 'Paul' });
  await ask('admin_assign_appointments', { appointment_ids: [mine], coordinator_id: people.admin.userId });
  await ask('admin_assign_appointments', { appointment_ids: [theirs], coordinator_id: colleague.userId });
  expect(await of({ assignee: 'mine' })).toEqual([mine]);
  expect(await of({ assignee: 'none' })).toEqual([free]);
  expect(await of({ assignee: 'all' })).toEqual([mine, theirs, free]);
  const { rows } = await list();
  expect(rows.map(({ coordinator_name }: { coordinator_name: string | null }) => coordinator_name)).toEqual([
    expect.stringMatching(/^Jeanne/),
    expect.stringMatching(/^Paul/),
    null,
  ]);
  const [entry = ''] = await inboxIds();
  await ask('admin_inbox_snooze', { inbox_ids: [entry], until: inMs(HOUR_MS) });
  expect(await list({ assignee: 'mine' })).toMatchObject({ waiting: 2, shown: 0, snoozed: 1, rows: [] });
  expect(await list({ assignee: 'none' })).toMatchObject({ waiting: 2, shown: 1, snoozed: 0 });
});

test('inbox entries are sorted by their deadline, then by the longest wait, on every page', async () => {
  const { world, appointments, list, inboxIds, inMs } = await aDesk(5);
  const [a = '', b = '', c = '', d = '', e = ''] = appointments;
  const ids = await inboxIds();
  await withSystem(world.system, async (tx) => {
    await sql`update appointment_inbox set due_at = ${inMs(48 * HOUR_MS)} where id = ${ids[3]}::uuid`.execute(tx);
    await sql`update appointment_inbox set due_at = ${inMs(24 * HOUR_MS)} where id = ${ids[4]}::uuid`.execute(tx);
  });
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const page: { rows: { appointment_id: string }[]; next: string | null } = await list({ limit: 2, after });
    seen.push(...page.rows.map(({ appointment_id }) => appointment_id));
    after = page.next;
  } while (after);
  expect(seen).toEqual([e, d, a, b, c]);
});

test('inbox entries are assigned with their appointments, once, and only to administrators', async () => {
  const { people, appointments, ask, list, inboxIds } = await aDesk(2);
  const [entry = '', other = ''] = await inboxIds();
  const assign = (inbox_ids: string[], coordinator_id: string | null) =>
    ask('admin_inbox_assign', { inbox_ids, coordinator_id });
  expect((await assign([entry], people.admin.userId)).json).toEqual({ changed: [entry], kept: [] });
  expect((await assign([entry, other], people.admin.userId)).json).toEqual({ changed: [other], kept: [entry] });
  expect((await assign([entry], people.patient.userId)).status).toBe(404);
  expect(await list({ assignee: 'mine' })).toMatchObject({ shown: 2 });
  const { timeline } = (await ask('admin_get_appointment', { appointment_id: appointments[0] })).json;
  expect(timeline).toMatchObject([{ kind: 'assigned' }, { kind: 'requested' }]);
  expect((await assign([entry, other], null)).json.changed).toEqual([entry, other]);
  expect(await list({ assignee: 'none' })).toMatchObject({ shown: 2 });
});

test('old and new inbox entries of an appointment always belong to its current coordinator', async () => {
  const { world, people, appointments, ask, list } = await aDesk(1);
  const [appointment = ''] = appointments;
  const colleague = await world.admin({ first_name: 'Paul' });
  const assign = (coordinator_id: string | null) =>
    ask('admin_assign_appointments', { appointment_ids: [appointment], coordinator_id });
  await assign(people.admin.userId);
  const question = { appointment_id: appointment, body: 'When?', idempotency_key: randomUUID() };
  await world.browserOf(people.patient).post('/rpc/ask_about_appointment', question);
  expect(await list({ assignee: 'mine' })).toMatchObject({ waiting: 2, shown: 2 });
  await assign(colleague.userId);
  expect(await list({ assignee: 'mine' })).toMatchObject({ waiting: 2, shown: 0 });
  await assign(null);
  expect(await list({ assignee: 'none' })).toMatchObject({ waiting: 2, shown: 2 });
});

test('the inbox counts up to 1,001 entries, and its pages still reach the last entry', async () => {
  const { world, appointments, list } = await aDesk(1);
  await withSystem(world.system, (tx) =>
    sql`insert into appointment_inbox (id, appointment_id, kind, created_at)
        select gen_random_uuid(), ${appointments[0]}::uuid, 'question', now() from generate_series(1, 1100)`.execute(
      tx,
    ),
  );
  expect(await list({ limit: 1 })).toMatchObject({ waiting: 1001, shown: 1001, snoozed: 0 });
  let after: string | null = null;
  let rows = 0;
  do {
    const page: { rows: object[]; next: string | null } = await list({ limit: 50, after });
    rows += page.rows.length;
    after = page.next;
  } while (after);
  expect(rows).toBe(1101);
});
