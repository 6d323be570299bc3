import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { withStaff, withUser } from '#server/platform/db/db.ts';
import { aWaitingLine } from '../../../../test/a-waiting-line.ts';
import { adminListWaits } from './admin-waits.ts';

test('a patient sees and changes the preferences of a wait, and ends the wait', async () => {
  const { world, time, doctor, post, wait } = await aWaitingLine();
  const patient = await world.patient({ language: 'fr' });
  const first = await wait(patient, { practitioner_id: doctor, site_id: time.site_id, part: 'morning' });
  const [row] = first.json.waits as [{ id: string }];
  expect(row).toEqual({
    id: expect.any(String),
    service_id: time.service_id,
    practitioner_id: doctor,
    practitioner_name: expect.stringMatching(/./),
    site_id: time.site_id,
    site_name: 'Lilas Paris',
    clinic_name: 'Clinique des Lilas',
    service_name: 'Toxine botulique',
    first_day: '2026-11-20',
    last_day: '2026-12-31',
    part: 'morning',
    is_paused: false,
    appointment_id: null,
  });
  const since = () => world.system.selectFrom('appointment_waits').select('in_line_since').execute();
  const before = await since();
  world.clock.set(new Date('2026-11-20T10:00:00Z'));
  const second = await wait(patient, { part: 'evening' });
  expect(second.json.waits).toMatchObject([{ id: row.id, part: 'evening', practitioner_id: null }]);
  expect(await since()).toEqual(before);
  expect((await post(patient, 'end_my_wait', { wait_id: row.id })).json).toEqual({ waits: [] });
  expect((await post(patient, 'end_my_wait', { wait_id: row.id })).status).toBe(404);
  expect((await wait(patient)).json.waits).toHaveLength(1);
});

test('a time that the waiting list holds is shown with the wait', async () => {
  const { world, line, free, run, post } = await aWaitingLine();
  const [patient] = await line({});
  if (!patient) throw new Error('nobody waits');
  await free('2026-12-03T09:00:00Z');
  await run();
  const { appointment_id } = await world.system
    .selectFrom('appointment_wait_offers as k')
    .innerJoin('appointment_offers as o', 'o.id', 'k.offer_id')
    .select('o.appointment_id')
    .executeTakeFirstOrThrow();
  expect((await post(patient, 'list_my_waits')).json.waits).toMatchObject([{ appointment_id }]);
});

test.each([
  ['a day in the past', { last_day: '2026-11-19' }, 'INVALID_INPUT'],
  ['days in the wrong order', { first_day: '2026-12-05', last_day: '2026-12-04' }, 'INVALID_INPUT'],
  ['more than a year', { last_day: '2027-11-21' }, 'INVALID_INPUT'],
  ['no zone', { timezone: 'Paris' }, 'INVALID_INPUT'],
  ['an offset', { timezone: '+01:00' }, 'INVALID_INPUT'],
  ['a service that does not exist', { service_id: randomUUID() }, 'NOT_FOUND'],
  ['somebody who does not carry it out', { practitioner_id: randomUUID() }, 'NOT_FOUND'],
  ['a place of another clinic', { site_id: randomUUID() }, 'NOT_FOUND'],
])('a wait is refused for this reason: %s', async (_what, given, code) => {
  const { world, wait } = await aWaitingLine();
  expect((await wait(await world.patient(), given)).json).toMatchObject({ code });
});

test('a service that only the desk books has no waiting list', async () => {
  const { world, wait } = await aWaitingLine({ service: { is_direct: false } });
  expect((await wait(await world.patient())).json).toMatchObject({ code: 'NOT_FOUND' });
});

test('a patient can wait for five services at most, even with requests at the same moment', async () => {
  const { world, wait, addService } = await aWaitingLine();
  const patient = await world.patient();
  const services = await Promise.all([20, 25, 35, 40, 50, 55, 60].map((minutes) => addService(minutes)));
  const answers = await Promise.all(services.map((service_id) => wait(patient, { service_id })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.json).toMatchObject({ code: 'TOO_MANY_WAITS', data: { most: 5 } });
});

test.each([
  ['Europe/Paris', '2026-12-03T22:59:00Z', '2026-12-03T23:00:00Z'],
  ['America/Montreal', '2026-12-04T04:59:00Z', '2026-12-04T05:00:00Z'],
  // The site is in Paris, where the last day ends later than the patient's day.
  ['Asia/Tokyo', '2026-12-03T22:59:00Z', '2026-12-03T23:00:00Z'],
  ['Australia/Lord_Howe', '2026-12-03T22:59:00Z', '2026-12-03T23:00:00Z'],
])('a wait of a patient in %s ends when its last day is over there and at the site', async (timezone, still, over) => {
  const { world, wait, run, post } = await aWaitingLine();
  const patient = await world.patient();
  await wait(patient, { last_day: '2026-12-03', timezone });
  world.clock.set(new Date(still));
  await run();
  expect((await post(patient, 'list_my_waits')).json.waits).toHaveLength(1);
  world.clock.set(new Date(over));
  await run();
  expect((await post(patient, 'list_my_waits')).json.waits).toEqual([]);
});

test('a patient east of the site may wait for a day that is not over at the site', async () => {
  const { world, wait } = await aWaitingLine();
  // In Tokyo it is 04:30 on 4 December, and in Paris 20:30 on 3 December.
  world.clock.set(new Date('2026-12-03T19:30:00Z'));
  const days = { first_day: '2026-12-03', last_day: '2026-12-03', timezone: 'Asia/Tokyo' };
  expect((await wait(await world.patient(), days)).json.waits).toMatchObject([{ last_day: '2026-12-03' }]);
  world.clock.set(new Date('2026-12-03T23:00:00Z'));
  expect((await wait(await world.patient(), days)).json).toMatchObject({ code: 'INVALID_INPUT' });
});

test('nobody sees or changes the wait of another patient', async () => {
  const { world, line, post, free, run } = await aWaitingLine();
  const [owner] = await line({});
  const stranger = await world.patient();
  await free('2026-12-03T09:00:00Z');
  await run();
  const { id } = await world.system.selectFrom('appointment_waits').select('id').executeTakeFirstOrThrow();
  for (const name of ['end_my_wait', 'resume_my_wait'])
    expect((await post(stranger, name, { wait_id: id })).json).toMatchObject({ code: 'NOT_FOUND' });
  expect((await post(stranger, 'list_my_waits')).json).toEqual({ waits: [] });
  const seen = await withUser(world.db, stranger.userId, async (tx) => [
    await tx.selectFrom('appointment_waits').select('id').execute(),
    await tx.selectFrom('appointment_wait_offers').select('wait_id').execute(),
  ]);
  expect(seen).toEqual([[], []]);
  const doctor = await world.practitioner();
  const bySql = await withStaff(world.db, doctor.userId, (tx) =>
    tx.selectFrom('appointment_waits').select('id').execute(),
  );
  expect(bySql).toEqual([]);
  const own = withUser(world.db, owner?.userId ?? '', (tx) =>
    tx.updateTable('appointment_wait_offers').set({ outcome: 'taken' }).execute(),
  );
  await expect(own).rejects.toThrow('permission denied');
});

test('the team sees the waiting list of each service, and ends a wait with a reason that only the audit log has', async () => {
  const { world, time, line, free, run, post, addService } = await aWaitingLine();
  const other = await addService(45);
  const people = await line({}, { service_id: other }, { part: 'evening' }, {});
  await free('2026-12-03T09:00:00Z');
  await run();
  const admin = await world.admin();
  const list = async () =>
    (await post(admin, 'admin_list_waits', { clinic_id: time.clinic_id })).json.waits as { id: string }[];
  const rows = await list();
  // One more than is shown tells the screen that there are more.
  expect((await adminListWaits(world, admin, time.clinic_id, 2)).waits).toHaveLength(3);
  expect(rows.filter((row) => (row as { service_id?: string }).service_id === time.service_id)).toMatchObject([
    {
      position: 1,
      patient_id: people[0]?.userId,
      part: 'any',
      offered: { starts_at: '2026-12-03T09:00:00.000Z', timezone: 'Europe/Paris', outcome: null },
    },
    { position: 2, patient_id: people[2]?.userId, part: 'evening', offered: null },
    { position: 3, patient_id: people[3]?.userId, patient_name: expect.stringMatching(/./) },
  ]);
  expect(rows.find((row) => (row as { service_id?: string }).service_id === other)).toMatchObject({ position: 1 });
  const wait_id = rows.find((row) => (row as { patient_id?: string }).patient_id === people[2]?.userId)?.id;
  const told = (await world.mails()).length;
  const end = () => post(admin, 'admin_end_wait', { wait_id, reason: 'Asked for it by telephone.' });
  expect((await end()).status).toBe(200);
  expect((await end()).status).toBe(404);
  await world.outbox.drain();
  expect((await world.mails()).slice(told).map(({ subject, text }) => [subject, text.includes('telephone')])).toEqual([
    ['Your wait has ended', false],
  ]);
  expect(await list()).toHaveLength(3);
  const entry = await world.db
    .selectFrom('audit_log')
    .select(['actor_id', 'reason', 'patient_id'])
    .where('action', '=', 'wait.ended')
    .execute();
  expect(entry).toEqual([
    { actor_id: admin.userId, reason: 'Asked for it by telephone.', patient_id: people[2]?.userId },
  ]);
  expect((await post(admin, 'admin_list_waits', { clinic_id: randomUUID() })).status).toBe(404);
});
