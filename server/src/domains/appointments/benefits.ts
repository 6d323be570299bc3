import { type Benefit, Benefits, type BenefitState } from '#contract/benefits.ts';
import { benefitsLeft, resolvePlan } from '#server/domains/billing/index.ts';
import { findUser } from '#server/domains/identity/index.ts';
import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';

export const isBenefit = (treatment: string): treatment is Benefit => Benefits.some((name) => name === treatment);

/** Returns the benefits of the patient's subscription plan, and how many of each benefit are left. */
export const getMyBenefits = (ctx: Context, { userId }: SignedIn): Promise<BenefitState[]> =>
  withUser(ctx.db, userId, (tx) => statesOf(ctx, tx, userId));

/**
 * If the request uses a benefit, checks that the patient still has this benefit left. A request counts against the
 * benefit for twelve months after it was made, unless it is cancelled. Simultaneous requests of one person wait for
 * each other here, so the last benefit cannot be used twice.
 *
 * @throws Refusal BENEFIT_NOT_LEFT
 */
export async function assertLeft(ctx: Context, tx: Tx, userId: string, treatment: string): Promise<void> {
  if (!isBenefit(treatment)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`benefits:${userId}`}, 0))`.execute(tx);
  const state = (await statesOf(ctx, tx, userId)).find(({ benefit }) => benefit === treatment);
  if (!state?.may_ask) throw new Refusal('BENEFIT_NOT_LEFT');
}

/** Returns the state of each benefit that the patient's present plan includes. */
export async function statesOf({ clock }: Context, tx: Tx, userId: string): Promise<BenefitState[]> {
  const plan = resolvePlan((await findUser(tx, userId))?.plan);
  const rows = await tx
    .selectFrom('appointments')
    .select(['requested_treatment', 'created_at', 'status'])
    .where('patient_id', '=', userId)
    .where('requested_treatment', 'in', [...Benefits])
    .where('status', '<>', 'cancelled')
    .execute();
  const taken = rows.map((row) => ({
    benefit: row.requested_treatment as Benefit,
    at: row.created_at,
    isOpen: row.status !== 'done',
  }));
  return benefitsLeft(plan, taken, clock.now());
}
