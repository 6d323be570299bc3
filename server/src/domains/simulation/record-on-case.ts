import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import type { CaseRow } from './cases.queries.ts';

/** In the log: what somebody of the staff did to a case or looked at in it. Why is the treatment, unless they gave a reason. */
export const recordOnCase = (
  ctx: Context,
  tx: Tx,
  { userId, role }: SignedIn,
  { id, patient_id }: Pick<CaseRow, 'id' | 'patient_id'>,
  action: string,
  { reason = 'treatment', details = {} }: { reason?: string; details?: Readonly<Record<string, unknown>> } = {},
): Promise<void> =>
  ctx.audit.record(tx, {
    actor: userId,
    actor_role: role,
    action,
    subject: `case:${id}`,
    patient_id,
    reason,
    details,
  });
