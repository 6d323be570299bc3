import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { registerDomains } from '#server/app.ts';
import { createPlatform } from '#server/platform/create-platform.ts';
import { createService } from '#server/platform/create-service.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aRequest, aRequested } from './an-appointment.ts';
import { openSession, sessionCookie } from './sessions.ts';
import { aWorld, type World } from './world.ts';

/** Starts another service on the database of the test fixture, with its own connections, listener and port. */
async function aService({ config }: World) {
  const platform = createPlatform(config, { log: pino({ level: 'silent' }) });
  const service = await createService({
    context: platform.context,
    objects: platform.objects,
    ...registerDomains(platform.context),
    siteFolder: '/nowhere',
  });
  await platform.listener.start();
  const port = await service.listen(0, '127.0.0.1');
  onTestFinished(async () => {
    await service.stop();
    await platform.listener.stop();
    await platform.context.db.destroy();
  });
  return (path: string, caller: SignedIn, body?: object) => {
    const { name, value } = sessionCookie(platform.context, caller.sessionId);
    const headers = { origin: config.publicUrl, cookie: `${name}=${value}`, 'content-type': 'application/json' };
    const post = { method: 'POST', body: JSON.stringify(body) };
    return fetch(`http://127.0.0.1:${port}${path}`, { headers, ...(body && post) });
  };
}

/** Collects everything that a browser receives from now until the stream ends. */
async function openStream(answer: Response): Promise<{ text: () => string; ended: Promise<void> }> {
  let text = '';
  const ended = (async () => {
    for await (const chunk of answer.body ?? []) text += Buffer.from(chunk).toString();
  })().catch(() => {});
  await vi.waitFor(() => expect(text).toContain('retry:'));
  return { text: () => text, ended };
}
const listen = async (answer: Response): Promise<() => string> => (await openStream(answer)).text;

test('a change through one process of the service reaches browsers of another process within a second', async () => {
  const world = await aWorld();
  const people = { patient: await world.patient(), admin: await world.admin() };
  const id = await aRequested(world, people);
  const [one, other] = [await aService(world), await aService(world)];
  const patient = await listen(await other('/api/events', people.patient));
  const admin = await listen(await other('/api/events', people.admin));
  const stranger = await listen(await other('/api/events', await world.patient()));

  const change = { appointment_ids: [id], status: 'in_progress' };
  expect((await one('/rpc/admin_set_appointment_status', people.admin, change)).status).toBe(200);
  const told = `data: {"kind":"appointment.changed","id":"${id}"}`;
  await vi.waitFor(() => expect([patient().includes(told), admin().includes(told)]).toEqual([true, true]), {
    timeout: 1000,
  });

  expect((await one('/rpc/request_appointment', people.patient, aRequest())).status).toBe(200);
  await vi.waitFor(() => expect(admin()).toContain('data: {"kind":"inbox.changed"}'), { timeout: 1000 });
  expect(stranger()).not.toContain('appointment.changed');
});

test('signing out ends the person’s other live streams within a second, even at another process', async () => {
  const world = await aWorld();
  const laptop = await world.patient();
  const phone = { ...laptop, sessionId: await openSession(world, laptop.userId, false) };
  const tablet = { ...laptop, sessionId: await openSession(world, laptop.userId, false) };
  const [one, other] = [await aService(world), await aService(world)];
  const streams = [
    await openStream(await one('/api/events', phone)),
    await openStream(await other('/api/events', tablet)),
  ];
  const stranger = await openStream(await other('/api/events', await world.patient()));
  let isStrangerThere = true;
  void stranger.ended.then(() => (isStrangerThere = false));

  const begun = performance.now();
  expect((await one('/api/auth/sign-out', laptop, {})).status).toBe(200);
  await Promise.all(streams.map(({ ended }) => ended));
  expect(performance.now() - begun).toBeLessThan(1000);

  for (const { text } of streams) expect(text()).toContain('data: {"kind":"session.ended"}');
  for (const browser of [laptop, phone, tablet]) expect((await other('/api/events', browser)).status).toBe(401);
  expect(stranger.text()).not.toContain('session.ended');
  expect(isStrangerThere).toBe(true);
});
