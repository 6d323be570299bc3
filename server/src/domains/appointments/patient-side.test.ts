import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { ReadingLanguages } from '#contract/languages.ts';
import { subjectOf } from '#server/domains/identity/index.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { aPaid, anOffered, aRequest, aRequested, settle } from '../../../test/an-appointment.ts';
import { aWorld } from '../../../test/world.ts';

const HOUR_MS = 3_600_000;

async function meet() {
  const world = await aWorld();
  const people = { patient: await world.patient(), admin: await world.admin() };
  return { world, people, patient: world.browserOf(people.patient), admin: world.browserOf(people.admin) };
}

describe('requesting an appointment', () => {
  test('a request sent again with one key makes one appointment, and another input with the same key is refused', async () => {
    const { world, patient } = await meet();
    const request = aRequest();
    const answers = await Promise.all([1, 2, 3].map(() => patient.post('/rpc/request_appointment', request)));
    expect(new Set(answers.map(({ json }) => json.appointment_id)).size).toBe(1);
    const other = await patient.post('/rpc/request_appointment', { ...request, treatment: 'Laser' });
    expect(other.json.data.fields).toEqual({ idempotency_key: ['reused'] });
    expect(await world.mails()).toHaveLength(1);
  });

  test('a request for an appointment needs a birth date that shows an adult', async () => {
    const { world } = await meet();
    const unknown = world.browserOf(await world.patient({ birth_date: null }));
    const minor = world.browserOf(await world.patient({ birth_date: '2010-01-01' }));
    const ask = aRequest();
    expect(await minor.post('/rpc/request_appointment', ask)).toMatchObject({
      status: 422,
      json: { code: 'UNDER_AGE' },
    });
    expect(await unknown.post('/rpc/request_appointment', ask)).toMatchObject({
      status: 409,
      json: { code: 'BIRTH_DATE_MISSING' },
    });
    expect(await world.mails()).toEqual([]);
    await unknown.post('/rpc/set_my_birth_date', { birth_date: '1985-04-02' });
    expect((await unknown.post('/rpc/request_appointment', ask)).status).toBe(200);
  });

  test('every email about an appointment has a link to it', async () => {
    const { world, people, admin } = await meet();
    const id = await aPaid(world, people);
    await admin.post('/rpc/admin_answer_appointment', {
      appointment_id: id,
      body: 'Two minutes away.',
      idempotency_key: randomUUID(),
    });
    const mails = await world.mails();
    expect(mails.length).toBeGreaterThanOrEqual(4);
    for (const { subject, text } of mails) expect(text, subject).toContain(`/dashboard?appointment=${id}`);
  });

  test('a request trims cities and reports all its faults at once', async () => {
    const { patient } = await meet();
    const wrong = await patient.post(
      '/rpc/request_appointment',
      aRequest({ city_current: '  ', city_target: '', treatment: 'Surgery' }),
    );
    expect(Object.keys(wrong.json.data.fields).sort()).toEqual(['city_current', 'city_target', 'treatment']);
    const nowhere = await patient.post('/rpc/request_appointment', aRequest({ country_target: 'ZZ' }));
    expect(nowhere.json.data.fields).toEqual({ country_target: ['unknown'] });
    await patient.post('/rpc/request_appointment', aRequest({ city_current: '  Nantes ' }));
    expect((await patient.post('/rpc/get_my_appointments')).json).toMatchObject([
      { city_current: 'Nantes', country_current_name: 'France', status: 'pending' },
    ]);
  });

  test('the countries of a request can be sent in a second call, before or after the request itself', async () => {
    const { world, patient } = await meet();
    const countries = { country_current: 'BE', country_target: 'CH' };
    const { country_current: _c, country_target: _t, idempotency_key: _k, ...bare } = aRequest();
    expect((await patient.post('/rpc/set_latest_appointment_countries', countries)).json).toEqual({
      appointment_id: null,
    });
    const first = (await patient.post('/rpc/request_appointment', bare)).json.appointment_id;
    world.clock.advance(1000);
    const second = (await patient.post('/rpc/request_appointment', bare)).json.appointment_id;
    const set = await patient.post('/rpc/set_latest_appointment_countries', { ...countries, country_target: 'ES' });
    expect(set.json).toEqual({ appointment_id: second });
    expect((await patient.post('/rpc/get_my_appointments')).json).toMatchObject([
      { id: second, country_target: 'ES' },
      { id: first, country_target: 'CH', country_target_name: 'Switzerland' },
    ]);
  });

  test("all countries are listed, sorted by the rules of the reader's language", async () => {
    const { world } = await meet();
    const list = async (language: string) => (await world.browser().post('/rpc/list_countries', { language })).json;
    const [english, french] = [await list('en'), await list('fr')];
    expect([english.length > 190, french.length]).toEqual([true, english.length]);
    const names = french.map(({ name }: { name: string }) => name);
    expect(names).toEqual([...names].sort(new Intl.Collator('fr').compare));
    expect(names).toContain('Émirats arabes unis');
    expect(names.indexOf('Émirats arabes unis')).toBeLessThan(names.indexOf('France'));
  });
});

describe('changing an appointment', () => {
  test('an appointment that is not confirmed or paid is cancelled at once, with its offer', async () => {
    const { world, people, patient } = await meet();
    const id = await anOffered(world, people);
    const wish = { appointment_id: id, wish: 'cancel', idempotency_key: randomUUID() };
    expect((await patient.post('/rpc/request_appointment_change', wish)).json).toEqual({
      status: 'cancelled',
      open_wish: null,
    });
    expect((await patient.post('/functions/create_checkout_session', { appointment_id: id })).json.code).toBe(
      'NOTHING_TO_PAY',
    );
  });

  test('a paid appointment is cancelled once the team grants the request to cancel, and leaves the calendar', async () => {
    const { world, people, patient, admin } = await meet();
    const id = await aPaid(world, people);
    const wish = { appointment_id: id, wish: 'cancel', note: 'I am moving.', idempotency_key: randomUUID() };
    expect((await patient.post('/rpc/request_appointment_change', wish)).json).toEqual({
      status: 'confirmed',
      open_wish: 'cancel',
    });
    const answered = await admin.post('/rpc/admin_answer_wish', {
      appointment_id: id,
      is_granted: true,
      note: 'Of course.',
    });
    expect(answered.json).toMatchObject({ status: 'cancelled', open_wish: null });
    await settle(world);
    const mine = (await patient.post('/rpc/get_my_appointment', { appointment_id: id })).json;
    expect(mine.messages.map(({ body }: { body: string }) => body)).toEqual(['I am moving.', 'Of course.']);
    await world.mails();
    const mail = await world.db
      .selectFrom('mailbox')
      .selectAll()
      .where('subject', 'like', 'Cancelled:%')
      .executeTakeFirstOrThrow();
    expect(mail.attachments[0]?.content).toContain('METHOD:CANCEL');
  });

  test('after a move, the calendar file has a higher sequence number and replaces the old one', async () => {
    const { world, people, patient, admin } = await meet();
    const id = await aPaid(world, people);
    const file = async () => (await patient.post('/rpc/get_appointment_calendar', { appointment_id: id })).text;
    const [before] = [await file()];
    const wish = { appointment_id: id, wish: 'reschedule', idempotency_key: randomUUID() };
    await patient.post('/rpc/request_appointment_change', wish);
    const moved = await admin.post('/rpc/admin_reschedule_appointment', {
      appointment_id: id,
      scheduled_at: '2026-12-10T09:00',
      timezone: 'Europe/Paris',
    });
    expect(moved.json).toMatchObject({
      status: 'confirmed',
      scheduled_at: '2026-12-10T08:00:00.000Z',
      open_wish: null,
      was_moved_by_team: true,
    });
    const after = await file();
    const [, uid] = /UID:(\S+)/.exec(before) ?? [];
    expect(after).toContain(`UID:${uid}`);
    const sequence = (text: string) => Number(/SEQUENCE:(\d+)/.exec(text)?.[1]);
    expect(sequence(after)).toBe(sequence(before) + 1);
    expect(after).toContain('DTSTART;TZID=Europe/Paris:20261210T090000');
  });
});

test("only a confirmed appointment has a calendar file, named by the appointment's number", async () => {
  const { world, people, patient } = await meet();
  const asked = await aRequested(world, people);
  expect((await patient.post('/rpc/get_appointment_calendar', { appointment_id: asked })).json.code).toBe(
    'NOT_IN_THIS_STATE',
  );
  const id = await aPaid(world, people);
  const { headers, text } = await patient.post('/rpc/get_appointment_calendar', { appointment_id: id });
  expect(headers.get('content-disposition')).toMatch(/filename="?A-\d+\.ics/);
  expect(headers.get('content-type')).toMatch(/^text\/calendar/);
  expect(text).toContain('SUMMARY:Flaira appointment\r\n');
});

test('a cancelled appointment that the team confirmed without a payment has a file that removes the event', async () => {
  const { world, people, patient, admin } = await meet();
  const id = await anOffered(world, people);
  const set = async (status: string) => {
    const change = { appointment_ids: [id], status, reason: 'paid by phone' };
    expect((await admin.post('/rpc/admin_set_appointment_status', change)).json.changed).toEqual([id]);
  };
  const file = () => patient.post('/rpc/get_appointment_calendar', { appointment_id: id });
  await set('confirmed');
  const added = (await file()).text;
  expect(added).toContain('METHOD:PUBLISH');
  await set('cancelled');
  const removed = (await file()).text;
  expect(removed).toContain('METHOD:CANCEL');
  for (const field of [/UID:\S+/, /DTSTART.*/]) expect(removed).toContain(field.exec(added)?.[0]);
  // The event of an offer that was never confirmed is in no calendar.
  const other = await anOffered(world, people, { allow_double_booking: true });
  const change = { appointment_ids: [other], status: 'cancelled', reason: '' };
  await admin.post('/rpc/admin_set_appointment_status', change);
  const none = await patient.post('/rpc/get_appointment_calendar', { appointment_id: other });
  expect(none.json.code).toBe('NOT_IN_THIS_STATE');
});

test('questions and answers are stored once, announced by email without their text, and marked as read', async () => {
  const { world, people, patient, admin } = await meet();
  const id = await aRequested(world, people);
  const question = { appointment_id: id, body: 'May I come earlier?', idempotency_key: randomUUID() };
  const asked = await Promise.all([1, 2].map(() => patient.post('/rpc/ask_about_appointment', question)));
  expect(asked[0]?.json).toEqual(asked[1]?.json);
  const row = async () => (await admin.post('/rpc/admin_list_appointments')).json.rows[0];
  expect((await row()).unanswered).toBe(1);
  await admin.post('/rpc/admin_answer_appointment', {
    appointment_id: id,
    body: 'Yes, at nine.',
    idempotency_key: randomUUID(),
  });
  expect((await row()).unanswered).toBe(0);
  const mine = async () => (await patient.post('/rpc/get_my_appointments')).json[0].unread_messages;
  expect(await mine()).toBe(1);
  await patient.post('/rpc/mark_appointment_read', { appointment_id: id });
  expect(await mine()).toBe(0);
  const mail = (await world.mails()).at(-1);
  expect(mail?.subject).toMatch(/^Our team has answered/);
  expect(mail?.text).not.toContain('at nine');
});

test('a reminder that cannot be sent does not stop the others, and is tried again', async () => {
  const { world, people } = await meet();
  for (const scheduled_at of ['2026-12-03T14:30', '2026-12-03T16:30']) await aPaid(world, people, { scheduled_at });
  world.clock.set(new Date('2026-12-02T16:00:00Z'));
  vi.spyOn(world.outbox, 'emit').mockRejectedValueOnce(new Error('stuck'));
  const run = () => world.jobs.runNow('appointments.sendReminders', {});
  const sent = async () =>
    (await withSystem(world.system, (tx) => tx.selectFrom('appointment_reminders').selectAll().execute())).length;
  await expect(run()).rejects.toThrow('stuck');
  expect(await sent()).toBe(1);
  await run();
  expect(await sent()).toBe(2);
});

test('reminders are sent a week, a day and two hours before, once each, with the calendar file', async () => {
  const { world, people } = await meet();
  await aPaid(world, people, { scheduled_at: '2026-12-03T14:30' });
  const at = new Date('2026-12-03T13:30:00Z').getTime();
  const remind = async (hoursBefore: number) => {
    world.clock.set(new Date(at - hoursBefore * HOUR_MS));
    await world.jobs.runNow('appointments.sendReminders', {});
    await world.jobs.runNow('appointments.sendReminders', {});
  };
  for (const hours of [169, 168, 100, 24, 23, 2, 1]) await remind(hours);
  await world.mails();
  const sent = await world.db
    .selectFrom('mailbox')
    .selectAll()
    .where('subject', 'like', '%: A-%')
    .orderBy('id')
    .execute();
  const reminders = sent.filter(({ subject }) => subject.includes('is within '));
  expect(reminders.map(({ subject }) => subject.split(':')[0])).toEqual([
    'Your appointment is within a week',
    'Your appointment is within a day',
    'Your appointment is within two hours',
  ]);
  for (const { attachments, text } of reminders) {
    expect(attachments[0]?.file_name).toMatch(/\.ics$/);
    expect(text).toContain('Thursday, 3 December 2026 at 14:30, Paris time');
  }
});

test('the reminder of an appointment that was confirmed late is sent at once and names no wrong day', async () => {
  const { world, people } = await meet();
  const at = new Date('2026-12-03T13:30:00Z').getTime();
  const subjects: string[] = [];
  for (const hoursBefore of [96, 8]) {
    world.clock.set(new Date(at - hoursBefore * HOUR_MS));
    await aPaid(world, people, { scheduled_at: '2026-12-03T14:30', allow_double_booking: true });
    await world.jobs.runNow('appointments.sendReminders', {});
    const mails = (await world.mails()).map(({ subject }) => subject.split(':')[0] ?? '');
    subjects.push(mails.at(-1) ?? '');
  }
  expect(subjects).toEqual(['Your appointment is within a week', 'Your appointment is within a day']);
});

test('a late reminder of an appointment on the same day does not say tomorrow, in any language', async () => {
  const { world, people } = await meet();
  await aPaid(world, people, { scheduled_at: '2026-12-03T17:30' });
  world.clock.set(new Date('2026-12-03T08:30:00Z'));
  await world.jobs.runNow('appointments.sendReminders', {});
  expect((await world.mails()).map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(/^Your appointment is within a day: A-\d+$/),
  );
  const tomorrow = /Tomorrow|Demain|Morgen|Mañana|Domani|Amanhã|Завтра|غدًا|明天|明日|내일/;
  for (const language of ReadingLanguages)
    for (const template of ['appointment_reminder_day', 'video_reminder_day'] as const)
      expect(subjectOf(template, language)).not.toMatch(tomorrow);
});
