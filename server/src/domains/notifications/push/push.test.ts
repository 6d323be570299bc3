import { expect, test } from 'vitest';
import { choicesOf, setChoices } from '#server/domains/identity/index.ts';
import { aPaid } from '../../../../test/an-appointment.ts';
import { aPushService } from '../../../../test/push-service.ts';
import { aWorld, type World } from '../../../../test/world.ts';
import { isPushService } from './push-service.ts';

const publish = (world: World, userId: string, case_id = 'a-case') =>
  world.outbox.emit(world.db, 'simulation.published', { user_id: userId, case_id });

async function aSubscriber(options: Parameters<typeof aWorld>[0] = {}) {
  const [world, service] = [await aWorld(options), await aPushService()];
  const patient = await world.patient({ language: 'fr' });
  const browser = world.browserOf(patient);
  const subscribe = (name?: string) => browser.post('/rpc/subscribe_push', service.subscription(name));
  expect((await subscribe()).status).toBe(200);
  return { world, service, patient, browser, subscribe };
}

test("a subscribed browser gets the notification in the person's language, encrypted for that browser", async () => {
  const { world, service, patient } = await aSubscriber();
  await publish(world, patient.userId);
  await world.outbox.drain();
  expect(service.received).toHaveLength(1);
  const [{ note, headers, claims }] = service.received as [(typeof service.received)[0]];
  expect(note).toEqual({
    title: 'Flaira',
    body: 'Du nouveau vous attend',
    url: 'http://flaira.test/fr/dashboard?case=a-case',
    tag: 'simulation_published:/dashboard?case=a-case',
    language: 'fr',
  });
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' });
  expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:care@flaira.example' });
});

test('the key that browsers receive belongs to the key that signs the notifications', async () => {
  const { world, service, patient, browser } = await aSubscriber();
  const { json } = await browser.post('/rpc/get_push_key');
  await publish(world, patient.userId);
  await world.outbox.drain();
  expect(service.received[0]?.headers.authorization).toContain(`k=${json.public_key}`);
});

test('each browser of a person is notified once, and a browser that unsubscribed is not notified', async () => {
  const { world, service, patient, browser, subscribe } = await aSubscriber();
  await subscribe();
  await subscribe('two');
  await publish(world, patient.userId);
  await world.outbox.drain();
  expect(service.received).toHaveLength(2);
  await browser.post('/rpc/unsubscribe_push', { endpoint: service.subscription('two').endpoint });
  await publish(world, patient.userId, 'another');
  await world.outbox.drain();
  expect(service.received).toHaveLength(3);
});

test('nobody can unsubscribe the browser of another person from notifications', async () => {
  const { world, service, patient } = await aSubscriber();
  const other = world.browserOf(await world.patient());
  await other.post('/rpc/unsubscribe_push', { endpoint: service.subscription().endpoint });
  await publish(world, patient.userId);
  await world.outbox.drain();
  expect(service.received).toHaveLength(1);
});

test('a browser that was signed out, or that another person now uses, gets no push notifications of the earlier person', async () => {
  const { world, service, patient } = await aSubscriber();
  const next = await world.patient();
  await world.browserOf(next).post('/rpc/subscribe_push', service.subscription());
  await publish(world, patient.userId);
  await world.outbox.drain();
  expect(service.received).toEqual([]);
  await publish(world, next.userId);
  await world.database.owner.query('delete from sessions');
  await world.outbox.drain();
  expect(service.received).toEqual([]);
});

test('a push notification that is still being sent does not reach the next person who uses the browser', async () => {
  const { world, service, patient, subscribe } = await aSubscriber();
  await publish(world, patient.userId);
  service.answer(503);
  await world.outbox.drain();
  const next = await world.patient();
  await world.browserOf(next).post('/rpc/subscribe_push', service.subscription());
  const again = () =>
    world.database.owner.query('update outbox set next_attempt_at = now() where processed_at is null');
  await again();
  await world.outbox.drain();
  expect(service.received).toEqual([]);

  // If the same person subscribes the browser again, the browser still gets the news that was queued before.
  await subscribe();
  await publish(world, patient.userId, 'another');
  service.answer(503);
  await world.outbox.drain();
  await subscribe();
  await again();
  await world.outbox.drain();
  expect(service.received).toHaveLength(1);
});

test('a topic without push causes no push notification, and quiet hours delay a notification', async () => {
  const { world, service, patient } = await aSubscriber({ now: new Date('2026-11-20T22:30:00Z') });
  const choices = await choicesOf(world.db, patient.userId);
  const quiet = { from: '22:00', to: '07:00', zone: 'Europe/Paris' };
  await setChoices(world, patient.userId, { ...choices, quiet });
  await publish(world, patient.userId);
  await world.outbox.drain();
  expect(service.received).toEqual([]);
  world.clock.set(new Date('2026-11-21T06:00:00Z'));
  await world.jobs.runNow('notifications.releaseHeld', {});
  await world.outbox.drain();
  expect(service.received).toHaveLength(1);

  const off = { ...choices.topics, case: { ...choices.topics.case, push: false } };
  await setChoices(world, patient.userId, { ...choices, topics: off });
  await publish(world, patient.userId, 'another');
  await world.outbox.drain();
  expect(service.received).toHaveLength(1);
});

test('if the push service fails, it is tried again; a browser that it no longer knows is deleted', async () => {
  const { world, service, patient } = await aSubscriber();
  service.answer(503);
  await publish(world, patient.userId);
  await world.outbox.drain();
  expect(service.received).toEqual([]);
  await world.database.owner.query('update outbox set next_attempt_at = now()');
  await world.outbox.drain();
  expect(service.received).toHaveLength(1);

  service.answer(410);
  await publish(world, patient.userId, 'another');
  await world.outbox.drain();
  await publish(world, patient.userId, 'a third');
  await world.outbox.drain();
  expect(service.received).toHaveLength(1);
});

test('the service sends no push notification to an address that a stranger chose', async () => {
  const { browser, service } = await aSubscriber();
  const { keys } = service.subscription();
  for (const endpoint of [
    'https://example.org/push',
    'http://169.254.169.254/latest',
    'https://127.0.0.1.example.org/',
  ])
    expect((await browser.post('/rpc/subscribe_push', { endpoint, keys })).status).toBe(422);
});

test.each([
  ['https://fcm.example/send/1', true],
  ['https://eu.fcm.example/send/1', true],
  ['https://badfcm.example/', false],
  ['http://fcm.example/', false],
  ['https://user:password@fcm.example/', false],
  ['https://fcm.example:443/send/1', true],
  ['https://fcm.example:8443/send/1', false],
  ['https://fcm.example:22/', false],
  ['nonsense', false],
])('%s is an address of a push service: %s', (endpoint, expected) =>
  expect(isPushService(endpoint, ['fcm.example'])).toBe(expected),
);

test('a browser gets one push notification a day before an appointment and one two hours before, without the purpose', async () => {
  const { world, service, patient } = await aSubscriber();
  await aPaid(world, { patient, admin: await world.admin() }, { scheduled_at: '2026-11-22T14:30' });
  await world.outbox.drain();
  const before = service.received.length;
  const remind = async (at: string) => {
    world.clock.set(new Date(at));
    await world.jobs.runNow('appointments.sendReminders', {});
    await world.jobs.runNow('appointments.sendReminders', {});
    await world.outbox.drain();
    return service.received.slice(before).map(({ note }) => note);
  };
  const day = await remind('2026-11-21T13:30:00Z');
  // The text is the subject of the email. It contains the number of the appointment, but not its purpose.
  expect(day.map(({ body }) => body)).toEqual([
    expect.stringMatching(/^Votre rendez-vous est dans moins d’un jour\s: A-\d+$/),
  ]);
  const hours = await remind('2026-11-22T11:30:00Z');
  expect(hours.map(({ body }) => body).at(-1)).toMatch(/^Votre rendez-vous est dans moins de deux heures\s: A-\d+$/);
  expect(hours).toHaveLength(2);
});
