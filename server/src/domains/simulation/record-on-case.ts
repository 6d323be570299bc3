import type { AuditKind } from '#contract/audit.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import type { CaseRow } from './cases.queries.ts';

/** A case, and the opening under which staff acts on it. */
interface On {
  readonly row: Pick<CaseRow, 'id' | 'patient_id'>;
  readonly opening: { readonly id: string; readonly reason: string } | null;
}

/**
 * Logs an action or a look of staff at a case. The reason is the one they gave, or the reason of the opening through which they see the case, or the
 * treatment itself.
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
