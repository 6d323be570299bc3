import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { aPaid, aRequested, settle } from '../../../../test/an-appointment.ts';
import { someBookableTime } from '../../../../test/bookable-time.ts';
import type { Browser } from '../../../../test/browser.ts';
import { aWorld, type World } from '../../../../test/world.ts';

// The test clock starts at 2026-11-20T09:00Z. The clinic works from 9 to 12 in Paris, which is 08:00Z to 11:00Z.
const HOUR_MS = 3_600_000;
const at = (time: string, day = '03') => `2026-12-${day}T${time}:00.000Z`;

/** Makes a paid appointment of 420 € at 10:00 in Paris. */
async function meet(options: { rooms?: number } = {}) {
  const world = await aWorld();
  const people = { patient: await world.patient(), admin: await world.admin() };
  const stranger = await world.patient();
  const time = await someBookableTime(world, options);
  const { service_id, site_id } = time;
  const practitioner_id = time.practitioners[0] ?? '';
  const times = [{ service_id, site_id, practitioner_id, starts_at: at('09:00') }];
  const id = await aPaid(world, people, { times, scheduled_at: at('09:00') });
  let read = (await world.mails()).length;
  /** Returns the emails that were written since the last call. */
  const newMails = async () => {
    const mails = (await world.mails()).slice(read);
    read += mails.length;
    return mails;
  };
  const subjects = async () => (await newMails()).map(({ subject }) => subject);
  const browsers = { patient: world.browserOf(people.patient), admin: world.browserOf(people.admin) };
  const offer = (starts: readonly string[], given: object = {}) =>
    browsers.admin.post('/rpc/admin_offer_alternatives', {
      appointment_id: id,
      times: starts.map((starts_at) => ({ practitioner_id, starts_at })),
      ...given,
    });
  const [mine, detail] = [
    async () => (await browsers.patient.post('/rpc/get_my_appointment', { appointment_id: id })).json,
    async () => (await browsers.admin.post('/rpc/admin_get_appointment', { appointment_id: id })).json,
  ];
  const choose = (time_id: string, browser: Browser = browsers.patient) =>
    browser.post('/rpc/choose_alternative', { appointment_id: id, time_id });
  const decline = (browser: Browser = browsers.patient) =>
    browser.post('/rpc/decline_alternatives', { appointment_id: id });
  const idOf = async (start: string): Promise<string> =>
    (await mine()).appointment.alternatives.times.find((one: { starts_at: string }) => one.starts_at === start)?.id;
  return {
    world,
    people,
    ...browsers,
    stranger: world.browserOf(stranger),
    time: { ...time, practitioner_id },
    id,
    offer,
    mine,
    detail,
    choose,
    decline,
    idOf,
    newMails,
    subjects,
  };
}
type Met = Awaited<ReturnType<typeof meet>>;

/** Returns each booked time with its state, such as '03 09:00 held', sorted by time. */
const statesOf = (world: World): Promise<string[]> =>
  withSystem(world.system, async (tx) => {
    const { rows } = await sql<{ is: string }>`
      select to_char(lower(during) at time zone 'UTC', 'DD HH24:MI ') || state as is from booked_times order by lower(during), id`.execute(
      tx,
    );
    return rows.map(({ is }) => is);
  });
/** Returns the attachment of the newest email. */
const attached = async (world: World): Promise<string | undefined> =>
  (
    await withSystem(world.system, (tx) =>
      tx.selectFrom('mailbox').select('attachments').orderBy('id', 'desc').executeTakeFirstOrThrow(),
    )
  ).attachments[0]?.content;
const lapse = (world: World) => world.jobs.runNow('appointments.lapseAlternatives', {});
const remind = (world: World) => world.jobs.runNow('appointments.sendReminders', {});
const inboxOf = async ({ admin }: Met) =>
  (await admin.post('/rpc/admin_inbox_list', {})).json.rows.map(({ kind }: { kind: string }) => kind);

describe('a clinic that cannot keep a time', () => {
  test('a clinic that gives up a time holds other times, and the appointment stays confirmed and paid', async () => {
    const met = await meet();
    const { world, mine, detail, offer, newMails } = met;
    const before = (await mine()).appointment;
    expect(before).toMatchObject({ alternatives: null, move: { until: at('09:00', '01') } });
    const answered = await offer([at('10:00'), at('08:30', '04')], { message: 'The laser is being repaired.' });
    expect(answered.json).toMatchObject({
      status: 'confirmed',
      scheduled_at: null,
      due_at: '2026-11-22T09:00:00.000Z',
      lost_time: { starts_at: at('09:00'), service_id: met.time.service_id, timezone: 'Europe/Paris' },
      times: [{ state: 'held' }, { state: 'held' }],
    });
    expect(await statesOf(world)).toEqual(['03 09:00 cancelled', '03 10:00 held', '04 08:30 held']);
    const { appointment, messages, history } = await mine();
    expect(appointment).toMatchObject({
      status: 'confirmed',
      scheduled_at: null,
      move: null,
      payment: { amount_cents: 42_000, refunded_cents: 0 },
      alternatives: {
        was_at: at('09:00'),
        timezone: 'Europe/Paris',
        until: '2026-11-22T09:00:00.000Z',
        is_over: false,
        times: [
          { starts_at: at('10:00'), site_name: 'Lilas Paris', is_chosen: false },
          { starts_at: at('08:30', '04'), is_chosen: false },
        ],
      },
    });
    expect(messages).toMatchObject([{ from_team: true, body: 'The laser is being repaired.' }]);
    expect(history.at(-1)).toMatchObject({ kind: 'alternatives_offered', by_me: false });
    expect((await detail()).timeline[0]).toMatchObject({
      kind: 'alternatives_offered',
      details: { from: at('09:00'), until: '2026-11-22T09:00:00.000Z' },
    });
    const [mail, ...others] = await newMails();
    expect(others).toEqual([]);
    expect(mail?.subject).toContain('choose another time');
    expect(mail?.text).not.toContain('laser');
    expect(await attached(world)).toContain('METHOD:CANCEL');
  });

  test('the other times are held at most until the first of them begins', async () => {
    const { offer } = await meet();
    const { json } = await offer([at('08:00', '05'), at('10:00')], { hours: 336 });
    expect(json.alternatives.until).toBe(at('10:00'));
  });

  test('the lost time can be offered to another patient at once', async () => {
    const { world, people, offer, time } = await meet();
    await offer([at('10:00')]);
    const { practitioner_id, service_id, site_id } = time;
    const times = [{ practitioner_id, service_id, site_id, starts_at: at('09:00') }];
    await aPaid(world, people, { times, scheduled_at: at('09:00') });
    expect(await statesOf(world)).toEqual(['03 09:00 cancelled', '03 09:00 booked', '03 10:00 held']);
  });

  test('no reminder is sent for the lost time, and no calendar shows it', async () => {
    const met = await meet();
    const { world, admin, offer, patient, id, subjects } = met;
    await offer([at('10:00', '05')], { hours: 336 });
    await subjects();
    world.clock.set(new Date(at('07:30')));
    await remind(world);
    expect(await subjects()).toEqual([]);
    const span = { from: at('00:00', '01'), to: at('00:00', '10') };
    const { times } = (await admin.post('/rpc/admin_list_booked_times', span)).json;
    expect(times).toMatchObject([{ starts_at: at('10:00', '05'), state: 'held', visit: { appointment_id: id } }]);
    expect((await admin.post('/rpc/admin_list_scheduled', span)).json).toEqual([]);
    expect((await patient.post('/rpc/get_dashboard_summary', {})).json.appointments).toEqual([]);
    const file = await patient.post('/rpc/get_appointment_calendar', { appointment_id: id });
    expect(file.text).toContain('METHOD:CANCEL');
  });

  test('a clinic can offer other times again, and offering the same times twice changes nothing', async () => {
    const { world, offer, mine, subjects } = await meet();
    await offer([at('10:00'), at('10:30')]);
    await subjects();
    expect((await offer([at('10:30'), at('10:00')])).status).toBe(200);
    expect(await subjects()).toEqual([]);
    await offer([at('08:00', '04')]);
    expect(await statesOf(world)).toEqual([
      '03 09:00 cancelled',
      '03 10:00 released',
      '03 10:30 released',
      '04 08:00 held',
    ]);
    expect((await mine()).appointment.alternatives.times).toMatchObject([{ starts_at: at('08:00', '04') }]);
  });

  test('a clinic can offer only free times as alternatives, and needs an option for times outside the hours', async () => {
    const { world, offer } = await meet();
    expect((await offer([at('10:00'), at('10:15')])).json.code).toBe('TIME_TAKEN');
    expect((await offer([at('15:00')])).json.code).toBe('OUTSIDE_HOURS');
    expect(await statesOf(world)).toEqual(['03 09:00 booked']);
    expect((await offer([at('15:00')], { allow_outside_hours: true })).status).toBe(200);
  });

  test('a clinic can offer and set other times of a service that it no longer offers', async () => {
    const { world, admin, time, id, offer } = await meet();
    const { service_id, site_id } = time;
    await withSystem(world.system, (tx) =>
      tx.updateTable('clinic_services').set({ is_active: false }).where('id', '=', service_id).execute(),
    );
    const { id: except } = await withSystem(world.system, (tx) =>
      tx.selectFrom('booked_times').select('id').executeTakeFirstOrThrow(),
    );
    const slots = (given: object) =>
      admin.post('/rpc/admin_list_slots', { service_id, site_id, from: at('00:00'), to: at('00:00', '05'), ...given });
    expect((await slots({})).status).toBe(404);
    expect((await slots({ except })).json.slots).not.toEqual([]);
    const set = (scheduled_at: string) =>
      admin.post('/rpc/admin_reschedule_appointment', { appointment_id: id, scheduled_at, timezone: 'Europe/Paris' });
    expect((await set('2026-12-04T09:00')).status).toBe(200);
    expect((await offer([at('09:00'), at('10:00')])).status).toBe(200);
    expect((await set('2026-12-03T11:00')).status).toBe(200);
    expect(await statesOf(world)).toContain('03 10:00 booked');
  });

  test('other times can be offered only for a confirmed appointment with a booked time', async () => {
    const { world, people, admin, offer, id, time } = await meet();
    const times = [{ practitioner_id: time.practitioner_id, starts_at: at('10:00') }];
    const asked = await aRequested(world, { patient: people.patient });
    const typed = await aPaid(world, people);
    for (const appointment_id of [asked, typed])
      expect((await admin.post('/rpc/admin_offer_alternatives', { appointment_id, times })).json.code).toBe(
        'NOT_IN_THIS_STATE',
      );
    const unknown = { appointment_id: crypto.randomUUID(), times };
    expect((await admin.post('/rpc/admin_offer_alternatives', unknown)).status).toBe(404);
    await admin.post('/rpc/admin_cancel_appointment', { appointment_id: id, cancelled_by: 'flaira' });
    expect((await offer([at('10:00')])).json.code).toBe('NOT_IN_THIS_STATE');
  });
});

describe('the patient', () => {
  test('a patient books one of the alternatives, and calendar, timeline and email have the new time', async () => {
    const met = await meet();
    const { world, offer, choose, idOf, mine, detail, newMails } = met;
    const sequence = () =>
      withSystem(world.system, (tx) =>
        tx.selectFrom('appointments').select('calendar_sequence').where('id', '=', met.id).executeTakeFirstOrThrow(),
      );
    const { calendar_sequence: before } = await sequence();
    await offer([at('10:00'), at('08:30', '04')]);
    await newMails();
    const chosen = await idOf(at('08:30', '04'));
    expect((await choose(chosen)).json).toMatchObject({
      status: 'confirmed',
      scheduled_at: at('08:30', '04'),
      alternatives: null,
      move: { until: at('08:30', '02') },
      payment: { amount_cents: 42_000, refunded_cents: 0 },
      offer: { times: [{ starts_at: at('08:30', '04'), is_chosen: true }] },
    });
    // Choosing the same time again changes nothing.
    expect((await choose(chosen)).status).toBe(200);
    expect(await statesOf(world)).toEqual(['03 09:00 cancelled', '03 10:00 released', '04 08:30 booked']);
    expect((await sequence()).calendar_sequence).toBe(before + 2);
    const { timeline } = await detail();
    expect(timeline.filter(({ kind }: { kind: string }) => kind === 'rescheduled')).toMatchObject([
      { actor_is_patient: true, details: { from: at('09:00'), to: at('08:30', '04') } },
    ]);
    expect((await mine()).history.at(-1)).toMatchObject({ kind: 'rescheduled', by_me: true });
    const [mail, ...others] = await newMails();
    expect(others).toEqual([]);
    expect(mail?.text).toContain('09:30');
    expect(await attached(world)).toContain('METHOD:PUBLISH');
    world.clock.set(new Date(at('08:30', '03')));
    await remind(world);
    expect((await newMails()).length).toBe(1);
  });

  test('a patient is reminded of the chosen time, even after a reminder of the lost time', async () => {
    const { world, offer, choose, idOf, subjects } = await meet();
    world.clock.set(new Date(at('09:00', '02')));
    await remind(world);
    await offer([at('10:00', '04')]);
    await choose(await idOf(at('10:00', '04')));
    expect((await subjects()).length).toBe(3);
    world.clock.set(new Date(at('10:00', '03')));
    await remind(world);
    expect((await subjects()).length).toBe(1);
  });

  test('a patient sees no alternatives of another patient, and cannot choose or decline them', async () => {
    const { world, offer, choose, decline, idOf, stranger, people, time, patient } = await meet();
    await offer([at('10:00')]);
    const held = await idOf(at('10:00'));
    expect((await choose(held, stranger)).status).toBe(404);
    expect((await decline(stranger)).status).toBe(404);
    const { practitioner_id, service_id, site_id } = time;
    const times = [{ practitioner_id, service_id, site_id, starts_at: at('08:00') }];
    const other = await aPaid(world, people, { times, scheduled_at: at('08:00') });
    const foreign = (await patient.post('/rpc/get_my_appointment', { appointment_id: other })).json.appointment;
    expect((await choose(foreign.offer.times[0].id)).status).toBe(404);
    expect(await statesOf(world)).toEqual(['03 08:00 booked', '03 09:00 cancelled', '03 10:00 held']);
  });

  test('a patient can decline all alternatives even a minute before the lost time, and all 420 € are refunded', async () => {
    const met = await meet();
    const { world, offer, decline, detail, subjects } = met;
    await offer([at('10:00', '05')], { hours: 336 });
    world.clock.set(new Date(at('08:59')));
    expect((await decline()).json).toMatchObject({ status: 'cancelled', alternatives: null });
    expect((await decline()).status).toBe(200);
    expect(await statesOf(world)).toEqual(['03 09:00 cancelled', '05 10:00 released']);
    await settle(world);
    await settle(world);
    await world.outbox.drain();
    const { payments, timeline } = await detail();
    expect(payments).toMatchObject([{ amount_cents: 42_000, refunded_cents: 42_000 }]);
    expect(timeline.find(({ kind }: { kind: string }) => kind === 'status_changed')).toMatchObject({
      actor_is_patient: true,
      to_status: 'cancelled',
    });
    expect(await inboxOf(met)).toContain('cancelled');
    expect((await subjects()).join()).toContain('Cancelled');
  });

  test.each(['just before declining', 'in the 20 seconds after declining'])(
    'a patient is not told that nothing is refunded if the team refunds everything %s',
    async (when) => {
      const met = await meet();
      const { world, offer, decline, detail, newMails, admin, id } = met;
      await offer([at('10:00', '05')]);
      const payment_id = (await detail()).payments[0].id;
      const order = { appointment_id: id, payment_id, reason: 'goodwill', idempotency_key: crypto.randomUUID() };
      const refund = () => admin.post('/rpc/admin_refund_appointment', order);
      if (when === 'just before declining') await refund();
      expect((await decline()).json.status).toBe('cancelled');
      if (when !== 'just before declining') await refund();
      await settle(world);
      await world.outbox.drain();
      const mail = (await newMails()).find(({ subject }) => subject.startsWith('Cancelled:'));
      expect(mail).toBeDefined();
      expect(mail?.text).not.toMatch(/refund|payment/i);
      expect(await inboxOf(met)).not.toContain('refund_undecided');
      expect((await detail()).payments).toMatchObject([{ amount_cents: 42_000, refunded_cents: 42_000 }]);
    },
  );

  test('a patient cannot decline the booked time, and choosing it changes nothing, if the clinic has not given it up', async () => {
    const { world, mine, choose, decline } = await meet();
    const [time] = (await mine()).appointment.offer.times;
    expect((await decline()).json.code).toBe('NOT_IN_THIS_STATE');
    // The patient chooses the time that is already booked.
    expect((await choose(time.id)).status).toBe(200);
    expect(await statesOf(world)).toEqual(['03 09:00 booked']);
  });

  test('a patient who was offered alternatives gets all 420 € back if the team grants a late request to cancel', async () => {
    const { world, admin, patient, offer, id, detail } = await meet();
    await offer([at('10:00', '05')], { hours: 336 });
    world.clock.set(new Date(at('08:59')));
    const wish = { appointment_id: id, wish: 'cancel', idempotency_key: crypto.randomUUID() };
    await patient.post('/rpc/request_appointment_change', wish);
    await admin.post('/rpc/admin_answer_wish', { appointment_id: id, is_granted: true });
    await settle(world);
    await world.outbox.drain();
    expect((await detail()).payments).toMatchObject([{ refunded_cents: 42_000 }]);
  });
});

test('a patient who was offered alternatives gets the whole payment back for an appointment booked without the team', async () => {
  const { world, patient, offer, id, detail } = await meet();
  await withSystem(world.system, (tx) =>
    sql`update appointment_offers set is_direct = true, deposit_cents = 10000`.execute(tx),
  );
  await offer([at('10:00', '05')], { hours: 336 });
  world.clock.set(new Date(at('08:59')));
  const wish = { appointment_id: id, wish: 'cancel', idempotency_key: crypto.randomUUID() };
  expect((await patient.post('/rpc/request_appointment_change', wish)).json.status).toBe('cancelled');
  await world.outbox.drain();
  expect((await detail()).payments).toMatchObject([{ amount_cents: 42_000, refunded_cents: 42_000 }]);
});

describe('when the patient does not choose in time', () => {
  test('if the patient does not choose in time, the alternatives are released and team and patient are notified once', async () => {
    const met = await meet();
    const { world, offer, choose, idOf, mine, subjects } = met;
    await offer([at('10:00'), at('10:30')]);
    const late = await idOf(at('10:00'));
    await subjects();
    world.clock.advance(48 * HOUR_MS - 1);
    await lapse(world);
    expect((await statesOf(world)).slice(1)).toEqual(['03 10:00 held', '03 10:30 held']);
    world.clock.advance(1);
    expect((await choose(late)).json.code).toBe('TIME_TAKEN');
    expect((await mine()).appointment.alternatives).toMatchObject({ is_over: true, times: [] });
    await lapse(world);
    await lapse(world);
    expect(await statesOf(world)).toEqual(['03 09:00 cancelled', '03 10:00 released', '03 10:30 released']);
    const { appointment } = await mine();
    expect(appointment).toMatchObject({
      status: 'confirmed',
      scheduled_at: null,
      payment: { refunded_cents: 0 },
      alternatives: { is_over: true, times: [] },
    });
    expect((await inboxOf(met)).filter((kind: string) => kind === 'alternatives_over')).toEqual(['alternatives_over']);
    expect(await subjects()).toEqual([expect.stringContaining('looking for a new time')]);
    expect((await choose(late)).json.code).toBe('TIME_TAKEN');
  });

  test('after alternatives ran out, the team offers others or sets a date, and the inbox entry is handled', async () => {
    const met = await meet();
    const { world, admin, offer, id, mine } = met;
    await offer([at('10:00')]);
    world.clock.advance(48 * HOUR_MS);
    await lapse(world);
    await offer([at('10:30')]);
    expect(await inboxOf(met)).not.toContain('alternatives_over');
    world.clock.advance(48 * HOUR_MS);
    await lapse(world);
    expect(await inboxOf(met)).toContain('alternatives_over');
    const date = { appointment_id: id, scheduled_at: at('08:30', '04'), timezone: 'Europe/Paris' };
    expect((await admin.post('/rpc/admin_reschedule_appointment', date)).status).toBe(200);
    expect(await inboxOf(met)).not.toContain('alternatives_over');
    expect((await statesOf(world)).at(-1)).toBe('04 08:30 booked');
    expect((await mine()).appointment).toMatchObject({ scheduled_at: at('08:30', '04'), alternatives: null });
  });

  test('after alternatives ran out, the patient can still cancel free of charge', async () => {
    const { world, offer, decline, detail } = await meet();
    await offer([at('10:00')]);
    world.clock.advance(48 * HOUR_MS);
    await lapse(world);
    expect((await decline()).json.status).toBe('cancelled');
    await settle(world);
    await world.outbox.drain();
    expect((await detail()).payments).toMatchObject([{ refunded_cents: 42_000 }]);
  });

  test('if a choice and the release of the alternatives happen at the same moment, only one of them takes effect', async () => {
    const outcomes = new Set<string>();
    for (const early of [-1, 0]) {
      const { world, offer, choose, idOf, mine } = await meet();
      await offer([at('10:00')]);
      const held = await idOf(at('10:00'));
      world.clock.advance(48 * HOUR_MS + early);
      const [chosen] = await Promise.all([choose(held), lapse(world), choose(held), lapse(world)]);
      const { alternatives, scheduled_at } = (await mine()).appointment;
      outcomes.add([chosen.status, scheduled_at, alternatives?.is_over, (await statesOf(world)).at(-1)].join());
    }
    expect(outcomes).toEqual(new Set([`200,${at('10:00')},,03 10:00 booked`, '409,,true,03 10:00 released']));
  });
});

describe('the desk', () => {
  test('the team sets the lost time again as the date, if it is still free', async () => {
    const { world, admin, offer, id, mine } = await meet();
    await offer([at('10:00')]);
    const back = { appointment_id: id, scheduled_at: at('09:00'), timezone: 'Europe/Paris' };
    expect((await admin.post('/rpc/admin_reschedule_appointment', back)).json).toMatchObject({
      scheduled_at: at('09:00'),
      alternatives: null,
      lost_time: null,
    });
    expect(await statesOf(world)).toEqual(['03 09:00 cancelled', '03 09:00 booked', '03 10:00 released']);
    expect((await mine()).appointment.offer.times).toMatchObject([{ starts_at: at('09:00'), is_chosen: true }]);
  });

  test('the team cannot set a date that was taken in the meantime', async () => {
    const { world, people, admin, offer, id, time } = await meet();
    await offer([at('10:00')]);
    const { practitioner_id, service_id, site_id } = time;
    const times = [{ practitioner_id, service_id, site_id, starts_at: at('09:00') }];
    await aPaid(world, people, { times, scheduled_at: at('09:00') });
    const back = { appointment_id: id, scheduled_at: at('09:00'), timezone: 'Europe/Paris' };
    expect((await admin.post('/rpc/admin_reschedule_appointment', back)).json.code).toBe('TIME_TAKEN');
    expect((await statesOf(world)).at(-1)).toBe('03 10:00 held');
  });

  test('an undone cancellation holds the alternatives again, but not the lost time', async () => {
    const { world, admin, offer, id, mine } = await meet();
    await offer([at('10:00'), at('10:30')]);
    const cancel = { appointment_id: id, cancelled_by: 'practitioner' };
    const { change_id } = (await admin.post('/rpc/admin_cancel_appointment', cancel)).json;
    expect((await mine()).appointment.alternatives).toBeNull();
    expect((await admin.post('/rpc/admin_undo_status', { change_id })).json.undone).toEqual([id]);
    expect(await statesOf(world)).toEqual(['03 09:00 cancelled', '03 10:00 held', '03 10:30 held']);
    expect((await mine()).appointment.alternatives.times).toHaveLength(2);
  });

  test('a cancellation can be undone even after confirming it failed because another patient has the lost time', async () => {
    const { world, people, admin, offer, id, time, mine } = await meet();
    await offer([at('10:00')]);
    const cancel = { appointment_id: id, cancelled_by: 'practitioner' };
    const { change_id } = (await admin.post('/rpc/admin_cancel_appointment', cancel)).json;
    const { practitioner_id, service_id, site_id } = time;
    const times = [{ practitioner_id, service_id, site_id, starts_at: at('09:00') }];
    await aPaid(world, people, { times, scheduled_at: at('09:00') });
    const confirm = { appointment_ids: [id], status: 'confirmed', reason: '' };
    const { refused } = (await admin.post('/rpc/admin_set_appointment_status', confirm)).json;
    expect(refused).toEqual([{ appointment_id: id, code: 'TIME_TAKEN' }]);
    expect((await admin.post('/rpc/admin_undo_status', { change_id })).json.undone).toEqual([id]);
    expect((await mine()).appointment.alternatives.times).toMatchObject([{ starts_at: at('10:00') }]);
  });

  test('the team cannot set another status while the appointment has no time', async () => {
    const { world, admin, offer, id } = await meet();
    await offer([at('10:00')]);
    for (const status of ['done', 'in_progress']) {
      const change = { appointment_ids: [id], status, reason: 'A try' };
      const code = 'NOT_IN_THIS_STATE';
      const { left_out } = (await admin.post('/rpc/admin_preview_status', change)).json;
      expect(left_out).toMatchObject([{ appointment_id: id, code }]);
      const { changed, refused } = (await admin.post('/rpc/admin_set_appointment_status', change)).json;
      expect([changed, refused]).toEqual([[], [{ appointment_id: id, code }]]);
    }
    expect(await statesOf(world)).toEqual(['03 09:00 cancelled', '03 10:00 held']);
  });

  test('for a move, the team sees slots as if the booked time were free', async () => {
    const { world, admin, time, id } = await meet();
    const booked = await withSystem(world.system, (tx) =>
      tx.selectFrom('booked_times').select('id').executeTakeFirstOrThrow(),
    );
    const asked = { service_id: time.service_id, from: at('08:00'), to: at('10:00') };
    const startsOf = async (given: object) =>
      (await admin.post('/rpc/admin_list_slots', { ...asked, ...given })).json.slots.map(
        ({ starts_at }: { starts_at: string }) => starts_at.slice(11, 16),
      );
    expect(await startsOf({})).toEqual(['08:00', '08:15', '08:30', '09:30', '09:45']);
    expect(await startsOf({ except: booked.id })).toEqual([
      '08:00',
      '08:15',
      '08:30',
      '08:45',
      '09:00',
      '09:15',
      '09:30',
      '09:45',
    ]);
    const { json } = await admin.post('/rpc/admin_reschedule_appointment', {
      appointment_id: id,
      scheduled_at: at('09:15'),
      timezone: 'Europe/Paris',
    });
    expect(json.scheduled_at).toBe(at('09:15'));
  });
});
