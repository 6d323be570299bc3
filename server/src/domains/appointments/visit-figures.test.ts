import { expect, test } from 'vitest';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aBookedTime, aClinic } from '../../../test/a-clinic.ts';
import { aPaid } from '../../../test/an-appointment.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { withSystem } from '#server/platform/db/db.ts';

const ask = async (world: World, caller: SignedIn, name: string, input: object = {}) =>
  (await world.browserOf(caller).post(`/rpc/${name}`, input)).json;

async function meet(timezone = 'Europe/Paris') {
  const world = await aWorld();
  const [doctor, colleague] = [await world.practitioner(), await world.practitioner()];
  const clinic = await aClinic(world, [doctor.userId, colleague.userId], { timezone });
  const [patient, admin] = [await world.patient(), await world.admin()];
  return { world, doctor, colleague, clinic, patient, admin };
}
type Met = Awaited<ReturnType<typeof meet>>;

/** Makes a paid appointment, and books a time with the practitioner for it. */
async function visit({ world, clinic, patient, admin, doctor }: Met, starts_at: string, given: object = {}) {
  const appointment_id = await aPaid(world, { patient, admin }, { allow_double_booking: true });
  const time = { practitioner_id: doctor.userId, starts_at, room_id: null, appointment_id, ...given };
  const time_id = await aBookedTime(world, clinic, time);
  await withSystem(world.system, (tx) =>
    tx
      .updateTable('appointment_offers')
      .set({ scheduled_at: new Date(starts_at) })
      .where('appointment_id', '=', appointment_id)
      .execute(),
  );
  return { appointment_id, time_id };
}
const cancel = ({ world, admin }: Met, appointment_id: string, cancelled_by: string) =>
  ask(world, admin, 'admin_cancel_appointment', { appointment_id, cancelled_by, note: '' });

const nothing = {
  done: 0,
  no_show: 0,
  late: 0,
  cancelled_in_time: 0,
  cancelled_late: 0,
  cancelled_by_clinic: 0,
  reviews: 0,
};

test('the figures count each visit in its month by its final state', async () => {
  const met = await meet();
  const { world, doctor, colleague, clinic } = met;
  const of = { practitioner_id: doctor.userId, room_id: null };
  await aBookedTime(world, clinic, { ...of, starts_at: '2026-11-20T07:00Z', state: 'done' });
  await aBookedTime(world, clinic, { ...of, starts_at: '2026-11-19T07:00Z', state: 'no_show' });
  await aBookedTime(world, clinic, { ...of, starts_at: '2026-11-18T07:00Z', state: 'released' });
  await aBookedTime(world, clinic, { ...of, starts_at: '2026-10-07T07:00Z', state: 'done' });
  const late = await aBookedTime(world, clinic, { ...of, starts_at: '2026-10-08T07:00Z', state: 'done' });
  await withSystem(world.system, (tx) =>
    tx.updateTable('booked_times').set({ late_minutes: 12 }).where('id', '=', late).execute(),
  );
  // The visit took place more than 12 months ago.
  await aBookedTime(world, clinic, { ...of, starts_at: '2025-11-30T12:00Z', state: 'done' });
  const theirs = { practitioner_id: colleague.userId, starts_at: '2026-11-20T07:00Z', room_id: null };
  await aBookedTime(world, clinic, { ...theirs, state: 'done' });
  expect(await ask(world, doctor, 'get_my_visit_figures')).toEqual({
    months: [
      { ...nothing, month: '2026-11', done: 1, no_show: 1 },
      { ...nothing, month: '2026-10', done: 2, late: 1 },
    ],
  });
});

test('the figures count a cancellation by the person who cancelled, and by whether it was free of charge', async () => {
  const met = await meet();
  // The test clock starts at 2026-11-20T09:00Z, and cancelling is free until 48 hours before the visit.
  await cancel(met, (await visit(met, '2026-11-22T08:59Z')).appointment_id, 'patient');
  await cancel(met, (await visit(met, '2026-11-22T10:00Z')).appointment_id, 'patient');
  await cancel(met, (await visit(met, '2026-11-22T12:00Z')).appointment_id, 'practitioner');
  await cancel(met, (await visit(met, '2026-11-22T14:00Z')).appointment_id, 'flaira');
  met.world.clock.set(new Date('2026-11-22T15:00Z'));
  expect(await ask(met.world, met.doctor, 'get_my_visit_figures')).toEqual({
    months: [{ ...nothing, month: '2026-11', cancelled_in_time: 1, cancelled_late: 1, cancelled_by_clinic: 2 }],
  });
});

test('the figures count a granted request to cancel at the time of the request', async () => {
  const met = await meet();
  const { appointment_id } = await visit(met, '2026-11-22T10:00Z');
  const wish = { appointment_id, wish: 'cancel', note: '', idempotency_key: appointment_id };
  await ask(met.world, met.patient, 'request_appointment_change', wish);
  met.world.clock.set(new Date('2026-11-21T10:00Z'));
  await cancel(met, appointment_id, 'patient');
  met.world.clock.set(new Date('2026-11-22T15:00Z'));
  expect((await ask(met.world, met.doctor, 'get_my_visit_figures')).months).toMatchObject([
    { cancelled_in_time: 1, cancelled_late: 0 },
  ]);
});

test('a visit counts in the month that the clock of the site shows', async () => {
  const met = await meet('America/Montreal');
  const of = { practitioner_id: met.doctor.userId, room_id: null, state: 'done' as const };
  await aBookedTime(met.world, met.clinic, { ...of, starts_at: '2026-11-01T03:30Z' });
  expect((await ask(met.world, met.doctor, 'get_my_visit_figures')).months).toMatchObject([{ month: '2026-10' }]);
});

test('administrators see all practitioners, and practitioners only themselves', async () => {
  const { world, doctor, colleague, clinic, admin, patient } = await meet();
  for (const practitioner_id of [doctor.userId, colleague.userId])
    await aBookedTime(world, clinic, { practitioner_id, starts_at: '2026-11-19T07:00Z', state: 'done', room_id: null });
  const { practitioners } = await ask(world, admin, 'admin_get_visit_figures');
  const ids = practitioners.map(({ id }: { id: string }) => id);
  expect(ids.toSorted()).toEqual([doctor.userId, colleague.userId].toSorted());
  expect((await ask(world, await world.practitioner(), 'get_my_visit_figures')).months).toEqual([]);
  for (const caller of [doctor, patient])
    expect((await ask(world, caller, 'admin_get_visit_figures')).code).toBe('FORBIDDEN');
});
