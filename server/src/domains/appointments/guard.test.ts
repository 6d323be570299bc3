import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Tx, withDesk, withSystem, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aDirectService, aTakenTime, aPaidTime } from '../../../test/a-direct-service.ts';
import { aWaitingLine } from '../../../test/a-waiting-line.ts';
import { aWorld, type World } from '../../../test/world.ts';

// The tests run SQL that an attacker with the database role of a patient or of a desk could run.

const as = (world: World, { userId }: SignedIn, statement: ReturnType<typeof sql>) =>
  withUser(world.db, userId, (tx: Tx) => statement.execute(tx));

test.each([
  ['an offer paid', sql`update appointment_offers set state = 'paid'`, /cannot make an offer paid/],
  ['an offer agreed', sql`update appointment_offers set state = 'agreed'`, /cannot make an offer agreed/],
  ['its price lower', sql`update appointment_offers set patient_price_cents = 1`, /denied.*appointment_offers/],
  ['its time booked', sql`update booked_times set state = 'booked' where state = 'held'`, /held booked/],
  ['its visit done', sql`update booked_times set state = 'done' where state = 'held'`, /held done/],
])('a patient who has not paid cannot make %s', async (_what, statement, refused) => {
  const world = await aWorld();
  const patient = await world.patient();
  await aTakenTime(world.browserOf(patient), await aDirectService(world));
  await expect(as(world, patient, statement)).rejects.toThrow(refused);
});

test('a patient who has paid cannot mark the time as lost by the clinic to get the deposit refunded', async () => {
  const world = await aWorld();
  const patient = await world.patient();
  await aPaidTime(world, world.browserOf(patient), await aDirectService(world));
  const lost = sql`update appointment_offers set alternatives_until = '2026-12-01T00:00Z'`;
  await expect(as(world, patient, lost)).rejects.toThrow('a patient cannot say that the clinic offers other times');
});

test('neither a patient nor a desk can give a time to another practitioner', async () => {
  const world = await aWorld();
  const [patient, other, desk] = [await world.patient(), await world.practitioner(), await world.desk()];
  const time = await aDirectService(world);
  await aPaidTime(world, world.browserOf(patient), time);
  await withSystem(world.system, (tx) =>
    tx
      .insertInto('clinic_members')
      .values({ clinic_id: time.clinic_id, user_id: desk.userId, role: 'desk', created_at: world.clock.now() })
      .execute(),
  );
  const give = sql`update booked_times set practitioner_id = ${other.userId}::uuid`;
  await expect(as(world, patient, give)).rejects.toThrow('to another practitioner');
  await expect(withDesk(world.db, desk.userId, (tx) => give.execute(tx))).rejects.toThrow('to another practitioner');
});

test('a patient cannot insert or change an entry of the waiting list directly in the database', async () => {
  const { world, line } = await aWaitingLine();
  const [ann] = (await line({})) as [SignedIn];
  const first = sql`update appointment_waits set in_line_since = '2020-01-01T00:00Z'`;
  await expect(as(world, ann, first)).rejects.toThrow(/denied.*appointment_waits/);
  const again = sql`insert into appointment_waits select * from appointment_waits`;
  await expect(as(world, ann, again)).rejects.toThrow(/denied.*appointment_waits/);
});
