import { expect, test } from 'vitest';
import { aPaid } from '../../../test/an-appointment.ts';
import { anSmsProvider } from '../../../test/a-sms-provider.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { isNight, leavesAt } from './remind-by-sms.ts';

const NUMBER = '+33612345678';
/** The appointment is at 14:30 in Paris. */
const APPOINTMENT = new Date('2026-12-03T13:30:00Z');
const hoursBefore = (hours: number) => new Date(APPOINTMENT.getTime() - hours * 3_600_000);

const remind = async (world: World) => {
  await world.jobs.runNow('appointments.sendSmsReminders', {});
  await world.outbox.drain();
};

/** Makes a paid appointment of a patient who agreed to text messages. */
async function aReminded({
  zone = 'Europe/Paris',
  scheduled_at = '2026-12-03T14:30',
  language = 'en' as 'en' | 'fr',
} = {}) {
  const provider = await anSmsProvider();
  const world = await aWorld({ sms: provider.config });
  const people = { patient: await world.patient({ language }), admin: await world.admin() };
  const id = await aPaid(world, people, { scheduled_at });
  const agreed = { number: NUMBER, zone, agreed_at: world.clock.now(), code_tries: 0 };
  await world.system
    .insertInto('sms_numbers')
    .values({
      user_id: people.patient.userId,
      ...agreed,
      code_hash: null,
      code_ends_at: null,
      ended_at: null,
      ended_by: null,
    })
    .execute();
  const timeline = async () => {
    const { json } = await world.browserOf(people.admin).post('/rpc/admin_get_appointment', { appointment_id: id });
    return (json.timeline as { kind: string; actor_is_patient: boolean }[]).filter(({ kind }) =>
      kind.startsWith('sms_'),
    );
  };
  return { provider, world, ...people, id, timeline };
}

test('reminders are sent a day and two hours before, once each, with the time and without health data', async () => {
  const { provider, world, timeline } = await aReminded();
  for (const hours of [25, 24, 23.9, 3, 2, 1, -1]) {
    world.clock.set(hoursBefore(hours));
    await remind(world);
    await remind(world);
  }
  expect(provider.taken.map(({ to }) => to)).toEqual([NUMBER, NUMBER]);
  for (const { text } of provider.taken) {
    expect(text).toMatch(
      /^Reminder: your appointment on Thu,? 3 December at 14:30\. Details: http:\/\/flaira\.test\/dashboard /,
    );
    expect(text).toContain('Reply CONFIRM, or STOP');
    expect(text).not.toMatch(/botox|botulinum|Vasseur|clinic|treatment/i);
  }
  expect((await timeline()).map(({ kind }) => kind)).toEqual(['sms_reminded', 'sms_reminded']);
});

test('a reminder in French fits one message, because all its characters are in the SMS alphabet', async () => {
  const { provider, world } = await aReminded({ language: 'fr' });
  world.clock.set(hoursBefore(24));
  await remind(world);
  const { text = '' } = provider.taken[0] ?? {};
  expect(text).toMatch(/^Rappel : votre rendez-vous, jeu\. 3 décembre/);
  expect(text).toMatch(/^[ -~éèàùìòÇ]{1,160}$/);
});

test('two processes that remind at the same time send one message', async () => {
  const { provider, world } = await aReminded();
  world.clock.set(hoursBefore(24));
  await Promise.all([remind(world), remind(world), remind(world)]);
  expect(provider.taken).toHaveLength(1);
});

test('no text message is sent at night, and reminders that are not too late wait for the morning of the patient', async () => {
  // 09:00 in Paris is 03:00 in Montréal, so both reminders are due at night there.
  const { provider, world } = await aReminded({ zone: 'America/Montreal', scheduled_at: '2026-12-03T09:00' });
  world.clock.set(new Date('2026-12-02T08:05:00Z'));
  await remind(world);
  expect(provider.taken).toHaveLength(0);
  world.clock.set(new Date('2026-12-02T12:59:00Z'));
  await remind(world);
  expect(provider.taken).toHaveLength(0);
  world.clock.set(new Date('2026-12-02T13:00:00Z'));
  await remind(world);
  expect(provider.taken).toHaveLength(1);
  world.clock.set(new Date('2026-12-03T07:00:00Z'));
  await remind(world);
  expect(provider.taken).toHaveLength(1);
});

test("CONFIRM is noted once in the timeline as a step of the patient, and the desk's pages reload", async () => {
  const { provider, world, timeline, id } = await aReminded();
  await provider.reply(world, NUMBER, 'CONFIRM');
  await world.outbox.drain();
  expect(await timeline()).toEqual([]);
  world.clock.set(hoursBefore(24));
  await remind(world);
  world.told.length = 0;
  await provider.reply(world, NUMBER, 'Confirm');
  await provider.reply(world, NUMBER, 'CONFIRM');
  await world.outbox.drain();
  expect((await timeline()).map(({ kind, actor_is_patient }) => [kind, actor_is_patient])).toEqual([
    ['sms_confirmed', true],
    ['sms_reminded', false],
  ]);
  expect(world.told.filter(({ event }) => event.kind === 'appointment.changed')).toHaveLength(2);
  expect(world.told).toContainEqual({ to: { role: 'admin' }, event: { kind: 'appointment.changed', id } });
});

test('CONFIRM from an unknown number changes no appointment', async () => {
  const { provider, world, timeline } = await aReminded();
  world.clock.set(hoursBefore(24));
  await remind(world);
  await provider.reply(world, '+33699999999', 'CONFIRM');
  await world.outbox.drain();
  expect((await timeline()).map(({ kind }) => kind)).toEqual(['sms_reminded']);
});

test('no reminder is sent after STOP', async () => {
  const { provider, world } = await aReminded();
  world.clock.set(hoursBefore(24));
  await remind(world);
  await provider.reply(world, NUMBER, 'STOP');
  await world.outbox.drain();
  expect(provider.taken).toHaveLength(2);
  world.clock.set(hoursBefore(2));
  await remind(world);
  expect(provider.taken).toHaveLength(2);
});

test('a text message that waits for its provider is not sent after the patient turned messages off', async () => {
  const { provider, world, patient } = await aReminded();
  world.clock.set(hoursBefore(24));
  provider.answer({ status: 503 });
  await remind(world);
  await world.browserOf(patient).post('/rpc/end_my_sms');
  await world.database.owner.query('update outbox set next_attempt_at = now() where processed_at is null');
  await world.outbox.drain();
  expect(provider.taken).toEqual([]);
});

test('the desk sees once that a reminder was not delivered', async () => {
  const { provider, world, timeline } = await aReminded();
  world.clock.set(hoursBefore(24));
  await remind(world);
  const { id = '' } = provider.taken[0] ?? {};
  await provider.finalize(world, id, 'delivery_failed', '40008');
  await provider.finalize(world, id, 'delivered');
  await world.outbox.drain();
  expect((await timeline()).map(({ kind }) => kind)).toEqual(['sms_failed', 'sms_reminded']);
  world.clock.set(hoursBefore(2));
  await remind(world);
  await provider.finalize(world, provider.taken[1]?.id ?? '', 'delivered');
  await world.outbox.drain();
  const rows = await world.system.selectFrom('sms_messages').select(['state', 'fault']).orderBy('created_at').execute();
  expect(rows).toEqual([
    { state: 'failed', fault: '40008' },
    { state: 'delivered', fault: null },
  ]);
  expect((await timeline()).map(({ kind }) => kind)).toEqual(['sms_reminded', 'sms_failed', 'sms_reminded']);
});

test('a reminder is sent again for a moved appointment', async () => {
  const { provider, world, admin, id } = await aReminded();
  world.clock.set(hoursBefore(24));
  await remind(world);
  const moved = { appointment_id: id, scheduled_at: '2026-12-05T16:00', timezone: 'Europe/Paris', reason: 'asked for' };
  expect((await world.browserOf(admin).post('/rpc/admin_reschedule_appointment', moved)).status).toBe(200);
  world.clock.set(new Date('2026-12-04T15:00:00Z'));
  await remind(world);
  expect(provider.taken.map(({ text }) => /on (.+?)\. Details/.exec(text)?.[1])).toEqual([
    expect.stringContaining('14:30'),
    expect.stringContaining('16:00'),
  ]);
});

test.each([
  ['2026-12-03T19:59:00Z', false],
  ['2026-12-03T20:00:00Z', true],
  ['2026-12-04T06:59:00Z', true],
  ['2026-12-04T07:00:00Z', false],
  // The clocks go forward on this day, so 08:00 in Paris is 06:00 UTC.
  ['2027-03-28T05:59:00Z', true],
  ['2027-03-28T06:00:00Z', false],
])('at %s it is night in Paris: %s', (at, expected) => expect(isNight(new Date(at), 'Europe/Paris')).toBe(expected));

test.each([
  // The visit is in the morning, so the reminder is sent exactly a day before.
  ['Europe/Paris', '2026-12-03T09:00:00Z', 24, '2026-12-02T09:00:00Z'],
  // The visit is at 21:30 in Paris. The reminder is sent at 20:00 on the evening before, not at 08:00 on the same day.
  ['Europe/Paris', '2026-12-03T20:30:00Z', 24, '2026-12-02T19:00:00Z'],
  // The visit is at 23:30 in Montréal. The two-hour reminder is sent at 20:00.
  ['America/Montreal', '2026-12-04T04:30:00Z', 2, '2026-12-04T01:00:00Z'],
  // The visit is at 22:00 in Dubai.
  ['Asia/Dubai', '2026-12-03T18:00:00Z', 24, '2026-12-02T16:00:00Z'],
  // The visit is at 21:30 on Lord Howe Island.
  ['Australia/Lord_Howe', '2026-12-03T10:30:00Z', 24, '2026-12-02T09:00:00Z'],
  // The visit is at 21:30 on the day on which the clocks go back. The reminder is due at 22:30 on the evening before.
  ['Europe/Paris', '2026-10-25T20:30:00Z', 24, '2026-10-24T18:00:00Z'],
  // The visit is at 21:30 on the day on which the clocks go forward. The reminder is due at 20:30 on the evening
  // before.
  ['Europe/Paris', '2027-03-28T19:30:00Z', 24, '2027-03-27T19:00:00Z'],
  // The reminder is due at 04:00, at night, so it waits for the morning.
  ['Europe/Paris', '2026-12-03T05:00:00Z', 2, '2026-12-03T03:00:00Z'],
])('in %s, the text message about a visit at %s, due %i hours before, is sent at %s', (zone, visit, hours, expected) =>
  expect(leavesAt({ scheduled_at: new Date(visit), zone }, { hours })).toEqual(new Date(expected)),
);

test('the reminder of a visit late in the evening is sent on the evening before', async () => {
  const { provider, world } = await aReminded({ scheduled_at: '2026-12-03T21:30' });
  for (const [at, sent] of [
    ['2026-12-02T18:59:00Z', 0],
    ['2026-12-02T19:00:00Z', 1],
    ['2026-12-03T07:00:00Z', 1],
    ['2026-12-03T18:30:00Z', 2],
  ] as const) {
    world.clock.set(new Date(at));
    await remind(world);
    expect(provider.taken, at).toHaveLength(sent);
  }
});
