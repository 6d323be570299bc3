import { sql } from 'kysely';
import { DirectLimits } from '#contract/direct-appointments.ts';
import { requireAdult } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { once, requestHash } from '#server/platform/idempotency/once.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { mailAbout } from '../mail-appointment.ts';
import { openDirect } from './open-direct.ts';

const MINUTE_MS = 60_000;

export interface Taking {
  readonly service_id: string;
  readonly site_id: string;
  readonly practitioner_id: string;
  readonly starts_at: string;
  readonly case_id?: string | null | undefined;
  readonly idempotency_key: string;
}

/**
 * Books a free time for the calling patient, once for each idempotency key. The transaction has the system role,
 * because patients may not insert booked times. The appointment is always for the signed-in user.
 *
 * @throws Refusal NOT_FOUND, BIRTH_DATE_MISSING, UNDER_AGE, TALK_FIRST, TOO_MANY_UNPAID, QUOTE_INCOMPLETE, TIME_TAKEN
 */
export const takeAppointment = (
  ctx: Context,
  { userId }: SignedIn,
  { idempotency_key: key, ...taking }: Taking,
): Promise<{ appointment_id: string }> =>
  withSystem(ctx.system, (tx) =>
    once(tx, { scope: userId, key, hash: requestHash('take_appointment', taking) }, async () => {
      await requireAdult(tx, userId, ctx.clock.now());
      await assertMayKeepMore(tx, userId, ctx.clock.now());
      const taken = await openDirect(ctx, tx, {
        ...taking,
        patient_id: userId,
        starts_at: new Date(taking.starts_at),
        case_id: taking.case_id ?? null,
        held_until: new Date(ctx.clock.now().getTime() + DirectLimits.hold_minutes * MINUTE_MS),
        by: 'patient',
      });
      const id = taken.appointment_id;
      await mailAbout(ctx, tx, id, { template: 'appointment_time_kept', key: `appointment_time_kept:${id}` });
      return taken;
    }),
  );

/**
 * Checks the number of unpaid appointments. Times that the waiting list holds are not counted, because the patient
 * cannot choose when a time becomes free. Because of the lock, simultaneous clicks are counted one after the other.
 */
async function assertMayKeepMore(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`direct:${userId}`}, 0))`.execute(tx);
  const { unpaid } = await tx
    .selectFrom('appointment_offers as o')
    .innerJoin('appointments as a', 'a.id', 'o.appointment_id')
    .select(({ fn }) => fn.countAll<number>().as('unpaid'))
    .where('a.patient_id', '=', userId)
    .where('o.is_direct', '=', true)
    .where('o.state', '=', 'open')
    .where('o.expires_at', '>', now)
    .where(sql<boolean>`not exists (select from appointment_wait_offers kept where kept.offer_id = o.id)`)
    .executeTakeFirstOrThrow();
  if (unpaid >= DirectLimits.unpaid) throw new Refusal('TOO_MANY_UNPAID', { most: DirectLimits.unpaid });
}
