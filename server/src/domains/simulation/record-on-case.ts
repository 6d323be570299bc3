import type { AuditKind } from '#contract/audit.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import type { CaseRow } from './cases.queries.ts';

/**
 * A case, and the opening through which a member of staff acts on it. An opening is a doctor's access for one hour,
 * with a reason. `opening` is null if none is needed.
 */
interface On {
  readonly row: Pick<CaseRow, 'id' | 'patient_id'>;
  readonly opening: { readonly id: string; readonly reason: string } | null;
}

/**
 * Logs that a member of staff changed or viewed a case. The logged reason is the given `reason`. Without it, the reason
 * of the member's opening is logged. Without an opening, the reason is 'treatment'.
 */
export const recordOnCase = (
  ctx: Context,
  tx: Tx,
  { userId, role }: SignedIn,
  { row: { id, patient_id }, opening }: On,
  action: AuditKind,
  { reason, details = {} }: { reason?: string; details?: Readonly<Record<string, unknown>> } = {},
): Promise<void> =>
  ctx.audit.record(tx, {
    actor: userId,
    actor_role: role,
    action,
    subject: `case:${id}`,
    patient_id,
    reason: reason ?? opening?.reason ?? 'treatment',
    details: opening ? { ...details, opening: opening.id } : details,
  });
