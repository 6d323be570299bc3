import type { AuditKind } from '#contract/audit.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import type { CaseRow } from './cases.queries.ts';

/**
 * A case, and the emergency access with which a member of staff acts on it. Emergency access lasts one hour and has a
 * stated reason. `opening` is null if the member needs no emergency access.
 */
interface On {
  readonly row: Pick<CaseRow, 'id' | 'patient_id'>;
  readonly opening: { readonly id: string; readonly reason: string } | null;
}

/**
 * Logs that a member of staff changed or viewed a case. The logged reason is the given `reason`. Without it, the reason
 * of the emergency access is logged. Without emergency access, the reason is 'treatment'.
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
