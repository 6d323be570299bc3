import { sql } from 'kysely';
import { findUser, mailPerson } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { endWait, findOpenForUpdate, type Wait } from './waits.queries.ts';

/**
 * Milliseconds for which a practitioner must be unavailable before the waits for this practitioner end. A suspension can
 * be lifted, and an administrator corrects a profession by revoking the registration and confirming it again.
 */
const UNAVAILABLE_MS = 7 * 24 * 3_600_000;

const isUnavailable = sql<boolean>`(practitioner_id not in (select who_carries_out(service_id)))`;

/**
 * Ends the waits for a practitioner who no longer carries out the service. Nothing would ever be offered to such a
 * wait. It ends at once if the practitioner was removed from the service, and after `UNAVAILABLE_MS` for every other
 * reason.
 */
export async function endWaitsWithoutPractitioner(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const waits = await withSystem(ctx.system, async (tx) => {
    await tx
      .updateTable('appointment_waits')
      .set({ unavailable_since: sql<Date | null>`case when ${isUnavailable} then ${now}::timestamptz end` })
      .where('ended_at', 'is', null)
      .where('practitioner_id', 'is not', null)
      .where(sql<boolean>`${isUnavailable} <> (unavailable_since is not null)`)
      .execute();
    return without(tx, now).orderBy('in_line_since').limit(500).execute();
  });
  await oneByOne(ctx.log, waits, ({ id }) =>
    withSystem(ctx.system, async (tx) => {
      const wait = await findOpenForUpdate(tx, id);
      // The patient may have changed the wait, or the practitioner may be back, before the row was locked.
      const isStill = await without(tx, now).where('id', '=', id).executeTakeFirst();
      if (wait && isStill) await end(ctx, tx, wait);
    }),
  );
}

/**
 * Selects the open waits that end because of their practitioner. A wait with a held time goes on until that offer has
 * ended. Otherwise the patient would get an email about a free time and another about the end of the wait.
 */
const without = (tx: Tx, now: Date) =>
  tx
    .selectFrom('appointment_waits')
    .select('id')
    .where('ended_at', 'is', null)
    .where('practitioner_id', 'is not', null)
    .where(isUnavailable)
    .where((is) =>
      is.or([
        is('unavailable_since', '<=', new Date(now.getTime() - UNAVAILABLE_MS)),
        sql<boolean>`not exists (select from service_practitioners p
          where p.service_id = appointment_waits.service_id and p.user_id = appointment_waits.practitioner_id)`,
      ]),
    )
    .where(
      sql<boolean>`not exists (select from appointment_wait_offers o
        where o.wait_id = appointment_waits.id and o.outcome is null)`,
    );

/** Ends the waits for a practitioner whose account is erased. */
export async function endWaitsFor(ctx: Context, tx: Tx, practitionerId: string): Promise<void> {
  const waits = await tx
    .selectFrom('appointment_waits')
    .select('id')
    .where('practitioner_id', '=', practitionerId)
    .where('ended_at', 'is', null)
    .execute();
  for (const { id } of waits) {
    const wait = await findOpenForUpdate(tx, id);
    if (wait?.practitioner_id === practitionerId) await end(ctx, tx, wait);
  }
}

/** Ends a wait and tells the patient, who can then wait for another practitioner. */
async function end(ctx: Context, tx: Tx, { id, patient_id }: Wait): Promise<void> {
  await endWait(tx, id, 'practitioner', ctx.clock.now());
  const patient = await findUser(tx, patient_id);
  if (!patient) return;
  await mailPerson(ctx, tx, patient, 'wait_practitioner_gone', {
    path: '/dashboard',
    key: `wait_practitioner_gone:${id}`,
  });
}
