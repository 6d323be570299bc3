import { expect, test } from 'vitest';
import { getStudioCase, listMyCases } from '#server/domains/simulation/index.ts';
import { aCase, aDraftedCase } from './a-case.ts';
import { anOffered } from './an-appointment.ts';
import { aWorld } from './world.ts';

/**
 * These tests check due times while a process's clock jumps forwards and backwards. tools/faults tests sessions and
 * scheduled jobs with real processes.
 */
const HOUR_MS = 3_600_000;

test('a due time leads to one reminder and one late notice, however the clock jumps in between', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId } = await aDraftedCase(world, doctor, { pictures: false });
  const start = world.clock.now().getTime();
  for (const hours of [61, -30, 62, 73, 0, 74, 400, 1]) {
    world.clock.set(new Date(start + hours * HOUR_MS));
    await world.jobs.runNow('simulation.watchDueTimes', {});
  }
  const kinds = (await getStudioCase(world, doctor, caseId)).history.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'due_soon' || kind === 'late')).toEqual(['due_soon', 'late']);
  expect((await listMyCases(world, patient.userId))[0]?.redos_left).toBe(2);
});

test('an offer that a wrong clock ended cannot be paid, and the team is notified once', async () => {
  const world = await aWorld();
  const people = { patient: await world.patient(), admin: await world.admin() };
  const [patient, admin] = [world.browserOf(people.patient), world.browserOf(people.admin)];
  const id = await anOffered(world, people);
  const start = world.clock.now().getTime();
  const pay = () => patient.post('/functions/create_checkout_session', { appointment_id: id });
  const { url } = (await pay()).json;
  for (const hours of [-26, 47]) {
    world.clock.set(new Date(start + hours * HOUR_MS));
    await world.jobs.runNow('appointments.lapseOffers', {});
  }
  expect((await pay()).status).toBe(200);
  for (const hours of [49, 0, 49, 1]) {
    world.clock.set(new Date(start + hours * HOUR_MS));
    await world.jobs.runNow('appointments.lapseOffers', {});
    await world.outbox.drain();
  }
  expect(await world.pay(url)).toBe(false);
  expect((await pay()).json.code).toBe('OFFER_EXPIRED');
  const inbox = (await admin.post('/rpc/admin_inbox_list')).json.rows as { kind: string }[];
  expect(inbox.filter(({ kind }) => kind === 'offer_expired')).toHaveLength(1);
});

test('trust 6: a link to a photo is valid only during its hour, even if the clock is set back', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { photos } = await getStudioCase(world, doctor, (await aCase(world)).caseId);
  const start = world.clock.now().getTime();
  const open = async (hours: number) => {
    world.clock.set(new Date(start + hours * HOUR_MS));
    return (await world.browser().get(photos[0]?.url ?? '')).status;
  };
  expect([await open(0), await open(0.99), await open(1), await open(26), await open(0.5)]).toEqual([
    200, 200, 404, 404, 200,
  ]);
  // The clock is now 26 hours before the time at which the link was made. If the link were valid now, it would be valid
  // for 27 hours.
  expect(await open(-26)).toBe(404);
});
