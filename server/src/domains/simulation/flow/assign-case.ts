import type { PractitionerLoad } from '#contract/case-flow.ts';
import { listVerifiedPractitioners } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff, withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import * as cases from '../cases.queries.ts';
import { lockOpenCase } from '../open-for-work.ts';
import { tellAbout } from '../tell-about.ts';
import { balance } from './balance.ts';
import { listUnassignedForUpdate, mapLoads } from './case-flow.queries.ts';

export const listPractitionerLoad = (ctx: Context, staff: SignedIn): Promise<PractitionerLoad[]> =>
  withStaff(ctx.db, staff.userId, async (tx) => {
    const loads = await mapLoads(tx);
    return (await listVerifiedPractitioners(tx)).map(({ user_id, name }) => ({
      practitioner_id: user_id,
      practitioner_name: name,
      open_cases: loads.get(user_id)?.open ?? 0,
      next_due_at: loads.get(user_id)?.nextDue.toISOString() ?? null,
    }));
  });

/** Whoever works on a case keeps it: only taking over changes that. A practitioner who is not verified does not exist here. */
export const assignCase = (
  ctx: Context,
  staff: SignedIn,
  caseId: string,
  practitionerId: string | null,
): Promise<{ assigned_to: string | null }> =>
  withStaff(ctx.db, staff.userId, async (tx) => {
    const row = await lockOpenCase(tx, caseId);
    if (row.status !== 'received') throw new Refusal('CASE_NOT_OPEN');
    const isKnown = (await listVerifiedPractitioners(tx)).some(({ user_id }) => user_id === practitionerId);
    if (practitionerId && !isKnown) throw new Refusal('NOT_FOUND');
    if (row.assigned_to !== practitionerId) await assign(ctx, tx, row, practitionerId, staff.userId);
    return { assigned_to: practitionerId };
  });

/** Shares out the waiting cases that are meant for nobody. */
export const balanceCases = (ctx: Context, staff: SignedIn): Promise<{ assigned: number }> =>
  withSystem(ctx.db, async (tx) => {
    const waiting = await listUnassignedForUpdate(tx);
    const loads = await mapLoads(tx);
    const shares = balance(
      waiting.map(({ id }) => id),
      (await listVerifiedPractitioners(tx)).map(({ user_id }) => ({
        practitionerId: user_id,
        open: loads.get(user_id)?.open ?? 0,
      })),
    );
    const byId = new Map(waiting.map((row) => [row.id, row]));
    for (const { caseId, practitionerId } of shares) {
      const row = byId.get(caseId);
      if (row) await assign(ctx, tx, row, practitionerId, staff.userId);
    }
    return { assigned: shares.length };
  });

async function assign(
  ctx: Context,
  tx: Tx,
  row: Pick<cases.CaseRow, 'id' | 'patient_id'>,
  practitionerId: string | null,
  by: string,
): Promise<void> {
  await cases.update(tx, row.id, { assigned_to: practitionerId });
  await cases.insertEvent(tx, row.id, 'assigned', by, ctx.clock.now());
  await tellAbout(ctx, tx, row);
}
