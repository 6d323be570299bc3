import type { AuditKind } from '#contract/audit.ts';
import { recordOnCase } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { InVisit } from './in-visit.ts';

/**
 * Logs an action of the doctor in a video visit. If the patient and the doctor have a case in common, the entry belongs
 * to this case.
 */
export async function recordVisit(
  ctx: Context,
  { tx, caller, of, row }: Pick<InVisit, 'tx' | 'caller' | 'of' | 'row'>,
  action: AuditKind,
): Promise<void> {
  const details = { visit: row.id };
  if (of.case) return recordOnCase(ctx, tx, caller, { row: of.case, opening: null }, action, { details });
  await ctx.audit.record(tx, {
    actor: caller.userId,
    actor_role: caller.role,
    action,
    subject: `visit:${row.id}`,
    patient_id: of.patient_id,
    reason: 'treatment',
    details,
  });
}
