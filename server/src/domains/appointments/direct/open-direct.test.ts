import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { nothingStated } from '#contract/safety.ts';
import { withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aSignedCase } from '../../../../test/a-case.ts';
import { aDirectService, type DirectOptions } from '../../../../test/a-direct-service.ts';
import type { BookableTime } from '../../../../test/bookable-time.ts';
import { aWorld, type World } from '../../../../test/world.ts';
import { type NewDirect, openDirect } from './open-direct.ts';

// The test clock starts at 2026-11-20T09:00Z. The clinic works from 9 to 12 in Paris, which is 08:00Z to 11:00Z.
const at = (time: string, day = '2026-12-03') => new Date(`${day}T${time}:00.000Z`);

async function meet(options: DirectOptions = {}) {
  const world = await aWorld();
  const patient = await world.patient();
  return { world, patient, time: await aDirectService(world, options) };
}

const open = (world: World, patient: SignedIn, time: BookableTime, given: Partial<NewDirect> = {}) =>
  withSystem(world.system, (tx) =>
    openDirect(world, tx, {
      patient_id: patient.userId,
      service_id: time.service_id,
      site_id: time.site_id,
      practitioner_id: time.practitioners[0] ?? '',
      starts_at: at('09:00'),
      case_id: null,
      held_until: at('09:30', '2026-11-20'),
      by: 'patient',
      ...given,
    }),
  );

const mine = async (world: World, patient: SignedIn) =>
  (await world.browserOf(patient).post('/rpc/get_my_appointments')).json;

test('a time is held with an offer that has the terms of its service and its place', async () => {
  const { world, patient, time } = await meet({ service: { deposit_cents: 5_000, free_until_hours: 24 } });
  const { appointment_id } = await open(world, patient, time);
  expect(await mine(world, patient)).toMatchObject([
    {
      id: appointment_id,
      status: 'awaiting_payment',
      requested_treatment: 'Laser',
      city_target: 'Lilas Paris',
      country_target: 'FR',
      scheduled_at: '2026-12-03T09:00:00.000Z',
      timezone: 'Europe/Paris',
      provider_name: 'Lilas Paris',
      provider_address: '3 rue des Lilas, 75019 Paris',
      final_amount_cents: 42_000,
      offer: {
        missing: [],
        expires_at: '2026-11-20T09:30:00.000Z',
        due_cents: 5_000,
        rest_cents: 37_000,
        kept_cents: 5_000,
        free_until: '2026-12-02T09:00:00.000Z',
        is_direct: true,
        times: [{ starts_at: '2026-12-03T09:00:00.000Z', is_chosen: true }],
      },
    },
  ]);
});

test('a time is held at most until it begins', async () => {
  const { world, patient, time } = await meet({ service: { lead_hours: 0 } });
  world.clock.set(at('08:50', '2026-11-21'));
  await open(world, patient, time, {
    starts_at: at('09:00', '2026-11-21'),
    held_until: at('09:20', '2026-11-21'),
  });
  expect(await mine(world, patient)).toMatchObject([{ offer: { expires_at: '2026-11-21T09:00:00.000Z' } }]);
});

test.each([
  ['a service of the desk', { service: { is_direct: false } }, {}, 'NOT_FOUND'],
  ['a service out of use', { service: { is_active: false } }, {}, 'NOT_FOUND'],
  ['a place of another clinic', {}, { site_id: randomUUID() }, 'NOT_FOUND'],
  ['somebody who does not carry it out', {}, { practitioner_id: randomUUID() }, 'NOT_FOUND'],
  ['a case that does not exist', {}, { case_id: randomUUID() }, 'NOT_FOUND'],
  ['a person who does not exist', {}, { patient_id: randomUUID() }, 'NOT_FOUND'],
  ['a time outside of the hours', {}, { starts_at: at('13:00') }, 'TIME_TAKEN'],
  ['a time before the lead time', {}, { starts_at: at('10:00', '2026-11-20') }, 'TIME_TAKEN'],
  ['a time beyond the days ahead', {}, { starts_at: at('09:00', '2027-03-03') }, 'TIME_TAKEN'],
  ['a place without an entry', { provider: null }, {}, 'QUOTE_INCOMPLETE'],
  ['an entry without insurance', { provider: { insurance: '' } }, {}, 'QUOTE_INCOMPLETE'],
  ['a treatment that needs products', { service: { treatment: 'Botox' as const } }, {}, 'QUOTE_INCOMPLETE'],
])('booking without the team is refused for %s, and no time is held', async (_what, options, given, code) => {
  const { world, patient, time } = await meet(options);
  await expect(open(world, patient, time, given)).rejects.toMatchObject({ code });
  expect(await mine(world, patient)).toEqual([]);
  const kept = withSystem(world.system, (tx) => tx.selectFrom('booked_times').select('id').execute());
  expect(await kept).toEqual([]);
});

test('a patient with whom a doctor wants to talk first cannot book', async () => {
  const { world, patient, time } = await meet();
  await withSystem(world.system, (tx) =>
    tx.insertInto('payment_holds').values({ user_id: patient.userId, since: world.clock.now() }).execute(),
  );
  await expect(open(world, patient, time)).rejects.toMatchObject({ code: 'TALK_FIRST' });
});

test('the quote names the products from the plan of the case, and a case of another patient is not found', async () => {
  const { world, patient: other, time } = await meet({ service: { treatment: 'Botox' } });
  const { patient, caseId } = await aSignedCase(world);
  await expect(open(world, other, time, { case_id: caseId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await open(world, patient, time, { case_id: caseId });
  expect(await mine(world, patient)).toMatchObject([
    { offer: { products: 'Botulinum toxin type A, 12\u00a0U', missing: [] } },
  ]);
});

/**
 * Writes the first allowed day straight into the signed plan, because a signed plan can no longer be changed through a
 * draft.
 */
const notBefore = (world: World, day: string) =>
  withSystem(world.system, (tx) =>
    sql`update drafts set plan = jsonb_set(plan::jsonb, '{safety}', ${JSON.stringify({ ...nothingStated, not_before: day })}::jsonb)`.execute(
      tx,
    ),
  );

test.each([
  // The first row is on the day before the first allowed day, the second on the first allowed day.
  ['2026-12-04', '2026-12-03', '08:00', 'TIME_TAKEN'],
  ['2026-12-04', '2026-12-04', '08:00', null],
  // The treatment plan was signed on 20 November at 09:00 UTC and is valid for six months, until the end of the day.
  ['2026-12-04', '2027-05-20', '08:00', null],
  ['2026-12-04', '2027-05-20', '09:15', null],
  ['2026-12-04', '2027-05-21', '08:00', 'TIME_TAKEN'],
])('a time under a plan that is valid from %s, on the day %s at %s UTC: %s', async (first, day, clock, code) => {
  const { world, time } = await meet({ service: { treatment: 'Botox', days_ahead: 365 } });
  const { patient, caseId } = await aSignedCase(world);
  await notBefore(world, first);
  const taken = open(world, patient, time, { case_id: caseId, starts_at: at(clock, day) });
  const answer = await taken.then(
    () => null,
    (error: { code?: string }) => error.code,
  );
  expect(answer).toBe(code);
});

test("a booking without a case respects the first day of the patient's plan, too", async () => {
  const { world, time } = await meet({ service: { treatment: 'Botox', is_video: true } });
  const { patient } = await aSignedCase(world);
  await notBefore(world, '2026-12-04');
  await expect(open(world, patient, time)).rejects.toMatchObject({ code: 'TIME_TAKEN' });
});

test('a video visit needs no products', async () => {
  const { world, patient, time } = await meet({ service: { treatment: 'Other', is_video: true } });
  await open(world, patient, time);
  expect(await mine(world, patient)).toMatchObject([
    { offer: { products: 'none, a video consultation', missing: [] } },
  ]);
  expect((await world.browserOf(patient).post('/rpc/list_direct_services')).json.services).toMatchObject([
    { id: time.service_id, is_video: true },
  ]);
});
