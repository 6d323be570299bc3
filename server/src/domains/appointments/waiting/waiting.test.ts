import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { setPaymentHold } from '#server/domains/billing/index.ts';
import { moveTime } from '#server/domains/bookings/index.ts';
import { withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aPaidTime } from '../../../../test/a-direct-service.ts';
import { quoteOf, settle } from '../../../../test/an-appointment.ts';
import { anSmsProvider } from '../../../../test/a-sms-provider.ts';
import { aWaitingLine } from '../../../../test/a-waiting-line.ts';
import { aBookedTime } from '../../../../test/a-clinic.ts';
import type { World } from '../../../../test/world.ts';
import { acceptQuote } from '../accept-quote.ts';
import { openPayment } from '../open-payment.ts';
import { endWaitsWithoutPractitioner } from './end-without-practitioner.ts';
import { settleWaitOffers } from './settle-offers.ts';

/** The time that becomes free: 10:00 in Paris. */
const SLOT = '2026-12-03T09:00:00.000Z';
const KEPT = '12-03T09:00';

const after = (world: World, minutes: number) =>
  world.clock.set(new Date(world.clock.now().getTime() + minutes * 60_000));
const outcomes = async (world: World) => {
  const rows = await world.system
    .selectFrom('appointment_wait_offers')
    .select('outcome')
    .orderBy('offered_at')
    .execute();
  return rows.map(({ outcome }) => outcome ?? 'kept').join(' ');
};
const states = async (world: World) => {
  const rows = await world.system
    .selectFrom('appointment_waits')
    .select(['ended_as', 'paused_at', 'lapses'])
    .orderBy('created_at')
    .execute();
  return rows.map((row) => row.ended_as ?? (row.paused_at ? 'paused' : `open ${row.lapses}`));
};

const places = (world: World) =>
  world.system.selectFrom('appointment_waits').select(['id', 'in_line_since', 'lapses']).orderBy('id').execute();

test('a freed time is held two hours for the patient who waited longest, and for nobody else', async () => {
  const { world, line, free, run, kept } = await aWaitingLine();
  const people = await line({}, {}, {});
  await run();
  expect(await kept(...people)).toEqual(['-', '-', '-']);
  await free(SLOT);
  await run();
  await run();
  expect(await kept(...people)).toEqual([KEPT, '-', '-']);
  const [offer] = await world.system.selectFrom('appointment_wait_offers').select(['until', 'outcome']).execute();
  expect(offer).toEqual({ until: new Date('2026-11-20T11:00:03Z'), outcome: null });
  expect(await world.system.selectFrom('freed_times').selectAll().execute()).toEqual([]);
});

test('only a patient who is known to be an adult can wait for a time', async () => {
  const { world, wait, free, run, kept } = await aWaitingLine();
  const [unknown, minor] = [
    await world.patient({ birth_date: null }),
    await world.patient({ birth_date: '2010-01-01' }),
  ];
  expect(await wait(unknown)).toMatchObject({ status: 409, json: { code: 'BIRTH_DATE_MISSING' } });
  expect(await wait(minor)).toMatchObject({ status: 422, json: { code: 'UNDER_AGE' } });
  await free(SLOT);
  await run();
  expect(await kept(unknown, minor)).toEqual(['-', '-']);
});

test.each([
  ['another day', { last_day: '2026-12-02' }, {}],
  ['another part of the day', { part: 'evening' }, { part: 'morning' }],
])('a freed time is not offered to a patient who waits for %s', async (_what, first, second) => {
  const { line, free, run, kept } = await aWaitingLine();
  const people = await line(first, second);
  await free(SLOT);
  await run();
  expect(await kept(...people)).toEqual(['-', KEPT]);
});

test('a wait that causes an error prevents neither the offer to the next patient nor the email about it', async () => {
  const { world, line, free, run, kept } = await aWaitingLine();
  const [bad, good] = (await line({}, {})) as [SignedIn, SignedIn];
  await withSystem(world.system, (tx) =>
    sql`update appointment_waits set zone = 'Nowhere' where patient_id = ${bad.userId}`.execute(tx),
  );
  await free(SLOT);
  await expect(run()).rejects.toThrow('time zone');
  expect(await kept(bad, good)).toEqual(['-', KEPT]);
  expect(await world.system.selectFrom('freed_times').selectAll().execute()).toEqual([]);
  expect((await world.mails()).filter(({ subject }) => subject === 'A time is free')).toHaveLength(1);
});

test('a wait that causes an error does not stop the others from ending after their last day', async () => {
  const { world, line, run } = await aWaitingLine();
  const [bad] = (await line({ last_day: '2026-11-20' }, { last_day: '2026-11-21' })) as [SignedIn];
  await withSystem(world.system, (tx) =>
    sql`update appointment_waits set zone = 'Nowhere' where patient_id = ${bad.userId}`.execute(tx),
  );
  world.clock.set(new Date('2026-11-23T09:00:00Z'));
  await expect(run()).rejects.toThrow('time zone');
  expect(await states(world)).toEqual(['open 0', 'over']);
});

test('a freed time is not offered to patients who wait for another practitioner or place', async () => {
  const { world, time, doctor, line, free, run, kept } = await aWaitingLine();
  const other = await world.practitioner();
  await withSystem(world.system, (tx) =>
    tx.insertInto('service_practitioners').values({ service_id: time.service_id, user_id: other.userId }).execute(),
  );
  const people = await line({ practitioner_id: other.userId }, { practitioner_id: doctor, site_id: time.site_id });
  await free(SLOT);
  await run();
  expect(await kept(...people)).toEqual(['-', KEPT]);
});

test('a lapsed time is offered to the next patient, and after two lapses a wait is paused with an email', async () => {
  const { world, line, free, run, kept, lapse, post } = await aWaitingLine();
  const [ann, ben] = (await line({}, {})) as [never, never];
  await free(SLOT);
  await run();
  after(world, 119);
  await lapse();
  expect(await kept(ann, ben)).toEqual([KEPT, '-']);
  after(world, 1);
  await lapse();
  await run();
  expect(await kept(ann, ben)).toEqual(['-', KEPT]);
  expect(await states(world)).toEqual(['open 1', 'open 0']);
  after(world, 121);
  await lapse();
  await run();
  expect(await kept(ann, ben)).toEqual(['-', '-']);
  expect(await outcomes(world)).toBe('lapsed lapsed');

  const told = (await world.mails()).length;
  await free('2026-12-04T09:00:00Z');
  await run();
  expect(await kept(ann, ben)).toEqual(['12-04T09:00', '-']);
  after(world, 121);
  await lapse();
  expect(await states(world)).toEqual(['paused', 'open 1']);
  expect(await kept(ann, ben)).toEqual(['-', '12-04T09:00']);
  const subjects = (await world.mails()).slice(told).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject === 'Your wait is paused')).toHaveLength(1);

  // Nothing is offered during the pause. A resumed wait is at the end of the waiting list.
  await free('2026-12-05T09:00:00Z');
  await run();
  expect(await kept(ann)).toEqual(['-']);
  const { json } = await post(ann, 'list_my_waits');
  const [{ id }] = json.waits as [{ id: string }];
  expect(json.waits).toMatchObject([{ is_paused: true }]);
  expect((await post(ann, 'resume_my_wait', { wait_id: id })).json.waits).toMatchObject([{ is_paused: false }]);
  expect(await states(world)).toEqual(['open 0', 'open 1']);
  const since = await world.system
    .selectFrom('appointment_waits')
    .select('patient_id')
    .orderBy('in_line_since')
    .execute();
  expect(since.map(({ patient_id }) => patient_id)).toEqual([
    (ben as { userId: string }).userId,
    (ann as { userId: string }).userId,
  ]);
});

test('a declined time is offered to the next patient, and does not count as a lapse', async () => {
  const { world, line, free, run, kept, post } = await aWaitingLine();
  const [ann, ben] = (await line({}, {})) as [never, never];
  await free(SLOT);
  await run();
  const { json } = await post(ann, 'get_my_appointments');
  const [{ id }] = json as [{ id: string }];
  const decline = { appointment_id: id, wish: 'cancel', note: '', idempotency_key: randomUUID() };
  expect((await post(ann, 'request_appointment_change', decline)).status).toBe(200);
  await run();
  expect(await kept(ann, ben)).toEqual(['-', KEPT]);
  expect(await states(world)).toEqual(['open 0', 'open 0']);
  expect(await outcomes(world)).toBe('declined kept');
});

test('ending a wait and starting it again does not hold a second time for its patient', async () => {
  const { world, wait, line, free, run, kept, post } = await aWaitingLine();
  const [ann, ben] = (await line({}, {})) as [never, never];
  await free(SLOT);
  await run();
  const { json } = await post(ann, 'list_my_waits');
  const [{ id }] = json.waits as [{ id: string }];
  expect((await post(ann, 'end_my_wait', { wait_id: id })).status).toBe(200);
  expect((await post(ben, 'list_my_waits')).json.waits).toHaveLength(1);
  expect((await wait(ann)).status).toBe(200);
  await withSystem(world.system, (tx) =>
    tx
      .updateTable('appointment_waits')
      .set({ in_line_since: new Date(0) })
      .where('ended_at', 'is', null)
      .where('patient_id', '=', (ann as { userId: string }).userId)
      .execute(),
  );
  await free('2026-12-04T09:00:00Z');
  await run();
  expect(await kept(ann, ben)).toEqual([KEPT, '12-04T09:00']);
});

test('two jobs at the same time count a lapse once', async () => {
  const { world, line, free, run } = await aWaitingLine();
  await line({});
  await free(SLOT);
  await run();
  after(world, 121);
  await world.jobs.runNow('appointments.lapseOffers', {});
  await Promise.all([settleWaitOffers(world), settleWaitOffers(world)]);
  expect(await states(world)).toEqual(['open 1']);
});

test('resuming a wait that is not paused changes neither its place nor its lapses', async () => {
  const { world, line, free, run, lapse, post } = await aWaitingLine();
  const [ann] = (await line({}, {})) as [never, never];
  await free(SLOT);
  await run();
  after(world, 121);
  await lapse();
  const before = await places(world);
  const [{ id }] = (await post(ann, 'list_my_waits')).json.waits as [{ id: string }];
  expect((await post(ann, 'resume_my_wait', { wait_id: id })).status).toBe(200);
  expect(await places(world)).toEqual(before);
});

test('a paid time ends the wait', async () => {
  const { world, line, free, run, kept } = await aWaitingLine();
  const [ann] = await line({});
  if (!ann) throw new Error('nobody waits');
  await free(SLOT);
  await run();
  const { appointment_id } = await world.system
    .selectFrom('appointment_wait_offers as k')
    .innerJoin('appointment_offers as o', 'o.id', 'k.offer_id')
    .select('o.appointment_id')
    .executeTakeFirstOrThrow();
  // The payment below must start the job itself, so no earlier event may be left.
  await runQueued(world);
  await acceptQuote(world, ann, appointment_id, await quoteOf(world, ann, appointment_id));
  await world.pay((await openPayment(world, ann, appointment_id)).url);
  await runQueued(world);
  expect([await states(world), await outcomes(world)]).toEqual([['taken'], 'taken']);
  await free('2026-12-04T09:00:00Z');
  await run();
  expect(await kept(ann)).toEqual(['-']);
});

test('jobs that run at the same time hold one freed time once, and two freed times for two patients', async () => {
  const { world, line, free, run, kept } = await aWaitingLine();
  const people = await line({}, {}, {});
  await free(SLOT);
  await Promise.all([run(), run(), run(), run()]);
  expect(await kept(...people)).toEqual([KEPT, '-', '-']);
  await free('2026-12-04T09:00:00Z');
  await Promise.all([run(), run(), run(), run()]);
  expect(await kept(...people)).toEqual([KEPT, '12-04T09:00', '-']);
  expect(await outcomes(world)).toBe('kept kept');
});

/** Runs the jobs of the waiting list that an event has queued. */
async function runQueued(world: World): Promise<number> {
  await world.outbox.drain();
  const isOurs = ({ name }: { name: string }) => name === 'appointments.waitingList';
  const queued = world.sentJobs.filter(isOurs);
  world.sentJobs.splice(0, world.sentJobs.length, ...world.sentJobs.filter((job) => !isOurs(job)));
  for (const { name, payload } of queued) await world.jobs.runNow(name, payload);
  return queued.length;
}

test('a time that becomes free is offered at once, by one job for all times that become free together', async () => {
  const { world, line, free, kept } = await aWaitingLine();
  const people = await line({}, {}, {});
  expect(await runQueued(world)).toBe(0);
  await free(SLOT);
  await free('2026-12-04T09:00:00Z');
  expect(await runQueued(world)).toBe(1);
  expect(await kept(...people)).toEqual([KEPT, '12-04T09:00', '-']);
});

test('a time that ran out is offered at once to the next patient', async () => {
  const { world, line, free, run, kept } = await aWaitingLine();
  const people = await line({}, {});
  await free(SLOT);
  await run();
  await runQueued(world);
  after(world, 121);
  await world.jobs.runNow('bookings.releaseRunOut', {});
  await world.jobs.runNow('appointments.lapseOffers', {});
  expect(await runQueued(world)).toBe(1);
  expect(await kept(...people)).toEqual(['-', KEPT]);
});

test('two runs at the same moment offer a patient one time, and the other time to the next patient', async () => {
  const { world, time, line, free, run, kept } = await aWaitingLine();
  const people = await line({}, {});
  await free(SLOT);
  const later = '2026-12-04T09:00:00Z';
  const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  const runs = await withSystem(world.system, async (tx) => {
    // Every hold at this place waits for this lock. The first run has therefore chosen the first patient, and no offer
    // is stored yet, when the second run begins with the other time.
    await sql`select pg_advisory_xact_lock(hashtextextended('time:' || ${time.site_id}, 0))`.execute(tx);
    const first = world.jobs.runNow('appointments.waitingList', {});
    await vi.waitFor(async () => expect((await waiting.execute(world.system)).rows).toHaveLength(1));
    await world.system.deleteFrom('freed_times').execute();
    await free(later);
    const second = world.jobs.runNow('appointments.waitingList', {});
    await vi.waitFor(async () => expect((await waiting.execute(world.system)).rows).toHaveLength(2));
    return [first, second];
  });
  await Promise.all(runs);
  await run();
  expect(await kept(...people)).toEqual([KEPT, '12-04T09:00']);
  expect(await outcomes(world)).toBe('kept kept');
});

test('a time that the team freed by a cancellation is offered only when the cancellation can no longer be undone', async () => {
  const { world, time, line, run, kept } = await aWaitingLine();
  const admin = world.browserOf(await world.admin());
  const people = await line({});
  const id = await aPaidTime(world, world.browserOf(await world.patient()), time);
  const cancel = { appointment_id: id, cancelled_by: 'practitioner', refund_cents: 42_000, note: '' };
  const cancelled = await admin.post('/rpc/admin_cancel_appointment', cancel);
  await runQueued(world);
  world.clock.set(new Date(world.clock.now().getTime() + 19_999));
  await run();
  expect(await kept(...people)).toEqual(['-']);
  const undone = await admin.post('/rpc/admin_undo_status', { change_id: cancelled.json.change_id });
  expect(undone.json.undone).toEqual([id]);
  after(world, 1);
  await run();
  expect(await kept(...people)).toEqual(['-']);
  expect(await world.system.selectFrom('freed_times').selectAll().execute()).toEqual([]);

  expect((await admin.post('/rpc/admin_cancel_appointment', cancel)).status).toBe(200);
  // The event of the freed time is used up now, so the end of the undo period must start the job itself.
  await runQueued(world);
  expect(await kept(...people)).toEqual(['-']);
  world.clock.set(new Date(world.clock.now().getTime() + 20_000));
  await settle(world);
  await runQueued(world);
  expect(await kept(...people)).toEqual([KEPT]);
});

test('patients who are suspended, have a closed account or must talk with a doctor first get no offer', async () => {
  const { world, line, free, run, kept } = await aWaitingLine();
  const people = await line({}, {}, {}, {});
  const [held, suspended, closed, last] = people.map(({ userId }) => userId);
  await withSystem(world.system, async (tx) => {
    await setPaymentHold(world, tx, held ?? '', true);
    await tx
      .updateTable('users')
      .set({ suspended_at: world.clock.now() })
      .where('id', '=', suspended ?? '')
      .execute();
    await tx
      .updateTable('users')
      .set({ closed_at: world.clock.now() })
      .where('id', '=', closed ?? '')
      .execute();
  });
  await free(SLOT);
  await run();
  const rows = await world.system.selectFrom('appointment_wait_offers').select('patient_id').execute();
  expect(rows).toEqual([{ patient_id: last }]);
  expect(await kept(...people.slice(0, 1))).toEqual(['-']);
});

/** Makes a second practitioner of the service, and patients who wait: one for this practitioner, one for the first. */
async function aWaitForOther() {
  const met = await aWaitingLine();
  const { world, time, doctor, line } = met;
  const { userId: other } = await world.practitioner();
  const row = { service_id: time.service_id, user_id: other };
  await withSystem(world.system, (tx) => tx.insertInto('service_practitioners').values(row).execute());
  const [patient] = (await line({ practitioner_id: other }, { practitioner_id: doctor }, {})) as [SignedIn];
  /** Returns the addresses that got the email about the end of a wait. */
  const told = async () =>
    (await world.mails()).filter(({ subject }) => subject === 'Your wait has ended').map(({ to }) => to);
  const remove = () =>
    withSystem(world.system, (tx) => tx.deleteFrom('service_practitioners').where('user_id', '=', other).execute());
  const suspend = (suspended_at: Date | null) =>
    withSystem(world.system, (tx) => tx.updateTable('users').set({ suspended_at }).where('id', '=', other).execute());
  const verify = (verified_at: Date | null) =>
    world.db.updateTable('practitioners').set({ verified_at }).where('user_id', '=', other).execute();
  const { email } = await world.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', patient.userId)
    .executeTakeFirstOrThrow();
  return { ...met, other, patient, email, told, remove, suspend, verify };
}

test.each(['no longer carries out the service', 'erases the account'] as const)(
  'if a practitioner %s, the waits for this practitioner end at once, each with one email',
  async (what) => {
    const { world, other, email, run, told, remove } = await aWaitForOther();
    await run();
    expect(await states(world)).toEqual(['open 0', 'open 0', 'open 0']);
    if (what === 'no longer carries out the service') await remove();
    else await withSystem(world.system, (tx) => world.personal.erase(world, tx, { userId: other, email: '' }));
    await run();
    await run();
    expect(await states(world)).toEqual(['practitioner', 'open 0', 'open 0']);
    expect(await told()).toEqual([email]);
  },
);

const DAY = 24 * 60;

test.each(['suspend', 'verify'] as const)(
  'waits end once their practitioner was suspended or unverified for seven days in a row: %s',
  async (what) => {
    const met = await aWaitForOther();
    const { world, email, run, told } = met;
    const now = world.clock.now();
    const away = () => met[what](what === 'suspend' ? now : null);
    const back = () => met[what](what === 'suspend' ? null : now);
    await away();
    await run();
    after(world, 7 * DAY - 1);
    await run();
    await back();
    await run();
    await away();
    await run();
    after(world, 7 * DAY - 1);
    await run();
    expect([await states(world), await told()]).toEqual([['open 0', 'open 0', 'open 0'], []]);
    after(world, 1);
    await run();
    expect([await states(world), await told()]).toEqual([['practitioner', 'open 0', 'open 0'], [email]]);
  },
);

test.each([
  ['every practitioner is suspended', 'users', { suspended_at: new Date(0) }],
  ['patients no longer book the service themselves', 'clinic_services', { is_direct: false }],
  ['the service is no longer offered', 'clinic_services', { is_active: false }],
  ['the clinic is no longer active', 'clinics', { is_active: false }],
  ['the place is no longer active', 'clinic_sites', { is_active: false }],
] as const)('all waits end after seven days if %s, each with one email', async (_why, table, values) => {
  const { world, run, told } = await aWaitForOther();
  const change = world.system.updateTable(table).set(values as never);
  await (table === 'users' ? change.where(sql<boolean>`role = 'practitioner'`) : change).execute();
  await run();
  after(world, 7 * DAY - 1);
  await run();
  expect([await states(world), await told()]).toEqual([['open 0', 'open 0', 'open 0'], []]);
  after(world, 1);
  await run();
  await run();
  expect(await states(world)).toEqual(['practitioner', 'practitioner', 'practitioner']);
  expect(await told()).toHaveLength(3);
});

test('a wait for any practitioner ends seven days after the last one was removed from the service', async () => {
  const { world, doctor, run, told, remove } = await aWaitForOther();
  await remove();
  await withSystem(world.system, (tx) =>
    tx.deleteFrom('service_practitioners').where('user_id', '=', doctor).execute(),
  );
  await run();
  expect(await states(world)).toEqual(['practitioner', 'practitioner', 'open 0']);
  after(world, 7 * DAY);
  await run();
  expect(await states(world)).toEqual(['practitioner', 'practitioner', 'practitioner']);
  expect(await told()).toHaveLength(3);
});

test('a wait that the patient changed to an available practitioner gets seven new days', async () => {
  const { world, doctor, patient, run, told, suspend, wait } = await aWaitForOther();
  await suspend(world.clock.now());
  await run();
  after(world, 7 * DAY - 1);
  expect((await wait(patient, { practitioner_id: doctor })).status).toBe(200);
  // The job does not run before the new practitioner becomes unavailable, too.
  await withSystem(world.system, (tx) =>
    tx.updateTable('users').set({ suspended_at: world.clock.now() }).where('id', '=', doctor).execute(),
  );
  after(world, 1);
  await run();
  expect([await states(world), await told()]).toEqual([['open 0', 'open 0', 'open 0'], []]);
});

test('a wait for a practitioner who is gone does not end while a time is held for its patient', async () => {
  const { world, doctor, line, free, run, kept, lapse } = await aWaitingLine();
  const people = await line({ practitioner_id: doctor });
  await free(SLOT);
  await run();
  await withSystem(world.system, (tx) =>
    tx.deleteFrom('service_practitioners').where('user_id', '=', doctor).execute(),
  );
  const subjects = async () => (await world.mails()).map(({ subject }) => subject);
  await run();
  expect([await kept(...people), await states(world)]).toEqual([[KEPT], ['open 0']]);
  expect(await subjects()).not.toContain('Your wait has ended');
  after(world, 121);
  await lapse();
  expect([await kept(...people), await states(world)]).toEqual([['-'], ['practitioner']]);
  expect(await subjects()).toContain('Your wait has ended');
});

test('a wait whose patient chooses another practitioner at the same moment does not end', async () => {
  const { world, doctor, patient, run, told, suspend } = await aWaitForOther();
  await suspend(world.clock.now());
  await run();
  after(world, 7 * DAY);
  const { ending } = await withSystem(world.system, async (tx) => {
    await tx
      .updateTable('appointment_waits')
      .set({ practitioner_id: doctor })
      .where('patient_id', '=', patient.userId)
      .execute();
    const ending = endWaitsWithoutPractitioner(world);
    await vi.waitFor(async () => {
      const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      expect((await waiting.execute(world.system)).rows).toHaveLength(1);
    });
    return { ending };
  });
  await ending;
  expect([await states(world), await told()]).toEqual([['open 0', 'open 0', 'open 0'], []]);
});

test('if a shorter visit takes a freed time, the rest is offered to others, and a longer visit is left out', async () => {
  const { line, free, run, kept, addService } = await aWaitingLine();
  const [long, short] = [await addService(45), await addService(15)];
  const people = await line({ service_id: long }, { service_id: short }, {}, { service_id: short });
  await free(SLOT);
  await run();
  expect(await kept(...people)).toEqual(['-', KEPT, '-', '12-03T09:15']);
});

test.each([
  // The lead time of the service is a day, and the test clock shows 09:00Z.
  ['with an hour and the lead time left', '2026-11-21T10:00:00Z', '11-21T10:00'],
  ['with less', '2026-11-21T09:45:00Z', '-'],
  ['outside of the hours', '2026-12-03T12:00:00Z', '-'],
  ['in the past', '2026-11-19T09:00:00Z', '-'],
  ['beyond the days ahead', '2027-03-03T09:00:00Z', '-'],
])('a freed time %s is offered: %s', async (_what, starts, expected) => {
  const { line, free, run, kept, wait, world } = await aWaitingLine();
  await line();
  const patient = await world.patient();
  await wait(patient, { last_day: '2027-03-31' });
  await free(starts);
  await run();
  expect(await kept(patient)).toEqual([expected]);
});

test('moving a visit frees its old time, and a no-show frees nothing', async () => {
  const { world, time, doctor, line, run, kept } = await aWaitingLine();
  const [ann, ben] = (await line({}, {})) as [never, never];
  const places = { ...time, room_id: '' };
  const id = await aBookedTime(world, places, { practitioner_id: doctor, starts_at: SLOT, buffer: 0, room_id: null });
  const rest = await aBookedTime(world, places, {
    practitioner_id: doctor,
    starts_at: '2026-12-04T09:00:00Z',
    buffer: 0,
    room_id: null,
  });
  await withSystem(world.system, async (tx) => {
    await moveTime(world, tx, id, { starts_at: new Date('2026-12-03T10:00:00Z') }, { by: 'desk' });
    await tx.updateTable('booked_times').set({ state: 'no_show' }).where('id', '=', rest).execute();
  });
  await run();
  expect(await kept(ann, ben)).toEqual([KEPT, '-']);
});

const agreeToSms = async (world: World, { userId: user_id }: SignedIn, zone: string) => {
  const row = { user_id, number: '+33612345678', zone, agreed_at: world.clock.now() };
  const blank = { code_hash: null, code_ends_at: null, code_tries: 0, ended_at: null, ended_by: null };
  await world.system
    .insertInto('sms_numbers')
    .values({ ...row, ...blank })
    .execute();
};

test('a time freed at night is held, and the patient is notified in the morning, when the two hours begin', async () => {
  const provider = await anSmsProvider();
  // It is 23:30 in Paris.
  const { world, line, free, run, kept, lapse } = await aWaitingLine({
    sms: provider.config,
    now: new Date('2026-11-20T22:30:00Z'),
  });
  const [ann] = await line({});
  if (!ann) throw new Error('nobody waits');
  await agreeToSms(world, ann, 'Europe/Paris');
  const before = (await world.mails()).length;
  await free(SLOT);
  await run();
  expect(await kept(ann)).toEqual([KEPT]);
  for (const still of ['2026-11-21T03:00:00Z', '2026-11-21T06:59:00Z']) {
    world.clock.set(new Date(still));
    await lapse();
  }
  expect([(await world.mails()).length - before, provider.taken.length]).toEqual([0, 0]);
  world.clock.set(new Date('2026-11-21T07:00:00Z'));
  await run();
  await run();
  const [mail] = (await world.mails()).slice(before);
  expect((await world.mails()).length - before).toBe(1);
  expect(mail).toMatchObject({ subject: 'A time is free' });
  expect(mail?.text).toContain('Saturday, 21 November 2026 at 10:00');
  expect(provider.taken.map(({ text }) => text)).toEqual([
    expect.stringMatching(
      /^A time is free for you\. See it: http:\/\/flaira\.test\/dashboard\?appointment=[\da-f-]{36} Reply STOP to end these messages\.$/,
    ),
  ]);
  world.clock.set(new Date('2026-11-21T08:59:00Z'));
  await lapse();
  expect(await kept(ann)).toEqual([KEPT]);
  world.clock.set(new Date('2026-11-21T09:00:00Z'));
  await lapse();
  expect(await kept(ann)).toEqual(['-']);
});

test.each([
  ['is sent in the morning of the phone number’s time zone', 'Europe/London', [0, 0, 1, 1]],
  ['is not sent if the hold ends during the night of the phone number', 'America/Montreal', [0, 0, 0, 0]],
])('the text message about a held time %s', async (_what, zone, sent) => {
  const provider = await anSmsProvider();
  // It is 08:30 in Paris, 07:30 in London and 02:30 in Montreal.
  const now = new Date('2026-11-20T07:30:00Z');
  const { world, line, free, run, kept, lapse } = await aWaitingLine({ sms: provider.config, now });
  const [ann] = (await line({})) as [SignedIn];
  await agreeToSms(world, ann, zone);
  await free(SLOT);
  await run();
  expect(await kept(ann)).toEqual([KEPT]);
  const taken = [provider.taken.length];
  for (const later of ['07:59', '08:00', '14:00']) {
    world.clock.set(new Date(`2026-11-20T${later}:00Z`));
    await lapse();
    taken.push(provider.taken.length);
  }
  expect(taken).toEqual(sent);
  expect((await world.mails()).filter(({ subject }) => subject === 'A time is free')).toHaveLength(1);
});

test('times that the waiting list holds do not count towards the limit of unpaid times that a patient can take', async () => {
  const { world, time, doctor, post, wait, free, run, kept, addService } = await aWaitingLine();
  const patient = await world.patient();
  await wait(patient);
  await wait(patient, { service_id: await addService(30) });
  await free(SLOT);
  await free('2026-12-03T10:00:00Z');
  await run();
  expect(await kept(patient)).toEqual([`12-03T10:00 ${KEPT}`]);
  const take = (starts_at: string) =>
    post(patient, 'take_appointment', {
      service_id: time.service_id,
      site_id: time.site_id,
      practitioner_id: doctor,
      starts_at,
      idempotency_key: randomUUID(),
    });
  const taken = [];
  for (const hour of ['08', '09', '10']) taken.push((await take(`2026-12-04T${hour}:00:00.000Z`)).json);
  expect(taken).toMatchObject([
    { status: 'awaiting_payment' },
    { status: 'awaiting_payment' },
    { code: 'TOO_MANY_UNPAID' },
  ]);
});

test('no email and no text message names the treatment', async () => {
  const { world, line, free, run, lapse } = await aWaitingLine();
  await line({});
  const before = (await world.mails()).length;
  for (const day of ['03', '04']) {
    await free(`2026-12-${day}T09:00:00Z`);
    await run();
    after(world, 121);
    await lapse();
  }
  const mails = (await world.mails()).slice(before);
  expect(mails.length).toBeGreaterThan(2);
  // The last paragraph is the same in every email, so it is not checked.
  const words = mails.map(({ subject, text }) => `${subject} ${text.split('—\n')[0]}`).join(' ');
  expect(words).not.toMatch(/laser|toxin|treatment|doctor|medic/i);
});
