import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { nothingStated } from '#contract/safety.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { aSignedCase } from '../../../test/a-case.ts';
import { aDirectService, aPaidTime } from '../../../test/a-direct-service.ts';
import { aPaid, anOffered } from '../../../test/an-appointment.ts';
import { someBookableTime } from '../../../test/bookable-time.ts';
import { aWorld } from '../../../test/world.ts';
import { movableUntil } from './move-mine.ts';

// The clinic works from 9 to 12 in Paris, which is 08:00Z to 11:00Z.
const at = (time: string) => `2026-12-03T${time}:00.000Z`;

async function meet(free_until_hours = 72) {
  const world = await aWorld();
  const people = { patient: await world.patient(), admin: await world.admin() };
  const time = await someBookableTime(world, { service: { free_until_hours } });
  const place = { service_id: time.service_id, site_id: time.site_id, practitioner_id: time.practitioners[0] ?? '' };
  const offerAt = (starts_at: string) => ({ times: [{ ...place, starts_at }], scheduled_at: starts_at });
  const patient = world.browserOf(people.patient);
  const moveOf = async (appointment_id: string) =>
    (await patient.post('/rpc/get_my_appointment', { appointment_id })).json.appointment.move;
  return { world, people, patient, place, offerAt, moveOf };
}

test('a confirmed appointment names the service and the limit for a move by its patient', async () => {
  const { world, people, patient, place, offerAt, moveOf } = await meet();
  const id = await aPaid(world, people, offerAt(at('09:00')));
  expect(await moveOf(id)).toEqual({ ...place, until: '2026-11-30T09:00:00.000Z' });
  expect((await patient.post('/rpc/get_my_appointments')).json).toMatchObject([{ move: place }]);
  world.clock.set(new Date('2026-11-30T09:00:00.000Z'));
  expect(await moveOf(id)).toMatchObject(place);
  world.clock.set(new Date('2026-11-30T09:00:00.001Z'));
  expect(await moveOf(id)).toBeNull();
});

test('an appointment that its patient cannot move names no service and no limit', async () => {
  const { world, people, offerAt, moveOf } = await meet();
  expect(await moveOf(await anOffered(world, people, offerAt(at('08:00'))))).toBeNull();
  expect(await moveOf(await aPaid(world, people))).toBeNull();
  const id = await aPaid(world, people, offerAt(at('09:00')));
  const set = (state: 'arrived' | 'booked') =>
    withSystem(world.system, (tx) =>
      tx.updateTable('booked_times').set({ state }).where('state', '!=', 'held').execute(),
    );
  await set('arrived');
  expect(await moveOf(id)).toBeNull();
  await set('booked');
  expect(await moveOf(id)).not.toBeNull();
  await withSystem(world.system, (tx) => tx.updateTable('clinic_services').set({ is_direct: false }).execute());
  expect(await moveOf(id)).toBeNull();
});

test('a patient can move a visit until the earlier limit: that of the service, or that of the offer for cancelling', () => {
  const booked = { starts_at: new Date(at('09:00')) };
  const until = (service: number, agreed: number | null) =>
    movableUntil(
      booked,
      { free_until_hours: service },
      agreed === null ? undefined : { free_until_hours: agreed },
    ).toISOString();
  expect(until(24, 48)).toBe('2026-12-01T09:00:00.000Z');
  expect(until(72, 48)).toBe('2026-11-30T09:00:00.000Z');
  expect(until(0, 24)).toBe('2026-12-02T09:00:00.000Z');
  expect(until(0, null)).toBe('2026-12-01T09:00:00.000Z');
});

test.each([
  ['2026-12-03', 409],
  ['2026-12-04', 200],
])('a patient whose treatment plan begins on 4 December moves to %s: HTTP status %d', async (day, status) => {
  const world = await aWorld();
  const time = await aDirectService(world, { service: { treatment: 'Botox', is_video: true } });
  const { patient } = await aSignedCase(world);
  const browser = world.browserOf(patient);
  const appointment_id = await aPaidTime(world, browser, time);
  const safety = JSON.stringify({ ...nothingStated, not_before: '2026-12-04' });
  await withSystem(world.system, (tx) =>
    sql`update drafts set plan = jsonb_set(plan::jsonb, '{safety}', ${safety}::jsonb)`.execute(tx),
  );
  const to = { appointment_id, starts_at: `${day}T10:00:00.000Z` };
  expect((await browser.post('/rpc/move_my_appointment', to)).status).toBe(status);
});
