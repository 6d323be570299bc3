import type { PractitionerLoad } from '#contract/case-flow.ts';
import { listVerifiedDoctors } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import * as cases from '../cases.queries.ts';
import '../events.ts';
import { lockOpenCase } from '../open-for-work.ts';
import { recordOnCase } from '../record-on-case.ts';
import { lockFree } from '../relation/enter-case.ts';
import { inChargeOf } from '../relation/relation.ts';
import { tellAbout, tellLeft } from '../tell-about.ts';
import { listUnassignedForUpdate, mapLoads } from './case-flow.queries.ts';

export const listPractitionerLoad = (ctx: Context, staff: SignedIn): Promise<PractitionerLoad[]> =>
  withStaff(ctx.db, staff.userId, async (tx) => {
    const loads = await mapLoads(tx);
    return (await listVerifiedDoctors(tx)).map(({ user_id, name }) => ({
      practitioner_id: user_id,
      practitioner_name: name,
      open_cases: loads.get(user_id)?.open ?? 0,
      next_due_at: loads.get(user_id)?.nextDue.toISOString() ?? null,
    }));
  });

/**
 * Assigns a case to a doctor, or to nobody if `practitionerId` is null. The doctor in charge can hand the case over.
 * Any doctor can assign an unassigned case. An administrator can assign every open case. A case in review returns to
 * the queue and is assigned to the chosen doctor. If the chosen doctor is not verified, the call is refused with
 * NOT_FOUND.
 */
export const assignCase = (
  ctx: Context,
  staff: SignedIn,
  caseId: string,
  practitionerId: string | null,
): Promise<{ assigned_to: string | null }> =>
  withStaff(ctx.db, staff.userId, async (tx) => {
    const isAdmin = staff.role === 'admin';
    const row = isAdmin ? await lockOpenCase(tx, caseId) : (await lockFree(ctx, tx, staff, caseId)).row;
    const isKnown = (await listVerifiedDoctors(tx)).some(({ user_id }) => user_id === practitionerId);
    if (practitionerId && !isKnown) throw new Refusal('NOT_FOUND');
    if (inChargeOf(row) !== practitionerId) await assign(ctx, tx, row, practitionerId, staff);
    return { assigned_to: practitionerId };
  });

/** Distributes the waiting cases that are assigned to nobody. */
export const balanceCases = (ctx: Context, staff: SignedIn): Promise<{ assigned: number }> =>
  withStaff(ctx.db, staff.userId, async (tx) => {
    const waiting = await listUnassignedForUpdate(tx);
    const loads = await mapLoads(tx);
    const shares = balance(
      waiting.map(({ id }) => id),
      (await listVerifiedDoctors(tx)).map(({ user_id }) => ({
        practitionerId: user_id,
        open: loads.get(user_id)?.open ?? 0,
      })),
    );
    const byId = new Map(waiting.map((row) => [row.id, row]));
    for (const { caseId, practitionerId } of shares) {
      const row = byId.get(caseId);
      if (row) await assign(ctx, tx, row, practitionerId, staff);
    }
    return { assigned: shares.length };
  });

/** A practitioner and the number of that practitioner's open cases. */
interface Load {
  readonly practitionerId: string;
  readonly open: number;
}

/**
 * Distributes cases in the given order, which begins with the most urgent case. Each case is assigned to the doctor
 * with the fewest open cases. Among doctors with equal numbers, the first in the list gets the case, so that the same
 * queue is always distributed in the same way. Without doctors the result is an empty list.
 */
export function balance(
  cases: readonly string[],
  loads: readonly Load[],
): { caseId: string; practitionerId: string }[] {
  const open = new Map(loads.map((load) => [load.practitionerId, load.open]));
  return cases.flatMap((caseId) => {
    const [least] = [...open].sort(([, a], [, b]) => a - b);
    if (!least) return [];
    open.set(least[0], least[1] + 1);
    return [{ caseId, practitionerId: least[0] }];
  });
}

async function assign(
  ctx: Context,
  tx: Tx,
  row: cases.CaseRow,
  practitionerId: string | null,
  by: SignedIn,
): Promise<void> {
  const before = inChargeOf(row);
  const isHandedOver = before !== null && practitionerId !== null;
  // The event is stored before the change, because afterwards the caller may no longer be allowed to write to the case.
  await cases.insertEvent(tx, row.id, isHandedOver ? 'handed_over' : 'assigned', by.userId, ctx.clock.now());
  const given = { status: 'received', practitioner_id: null, taken_at: null, assigned_to: practitionerId } as const;
  await cases.update(tx, row.id, given);
  if (before && before !== by.userId) await tellFormer(ctx, tx, row, before);
  await tellAbout(ctx, tx, row);
  await tellLeft(ctx, tx, row, before);
  const details = { from: before, to: practitionerId };
  await recordOnCase(ctx, tx, by, { row, opening: null }, 'case.assigned', { reason: 'queue', details });
}

const tellFormer = (ctx: Context, tx: Tx, { id }: cases.CaseRow, practitioner_id: string): Promise<unknown> =>
  ctx.outbox.emit(tx, 'simulation.caseTakenOver', { case_id: id, practitioner_id });
