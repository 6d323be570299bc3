import type { InboxKind } from '#contract/appointments-admin.ts';
import type { DifferenceSteps } from '#contract/ledger.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { note, theTeam } from './history.ts';

export interface Entry {
  readonly appointment_id: string | null;
  readonly difference_id: string | null;
  readonly kind: InboxKind;
}

const steps = {
  inbox_handled: 'handled',
  inbox_reopened: 'reopened',
  inbox_snoozed: 'snoozed',
  inbox_woken: 'woken',
} as const satisfies Record<string, (typeof DifferenceSteps)[number]>;

/**
 * Records what the team did in the history of each entry. For an entry about an appointment, the history is the
 * appointment's timeline. For an entry about a difference between the ledger and the payment provider, it is the audit
 * log. An entry about a payment whose appointment was erased has no history. Call this function last in the transaction, because transactions that write to the audit log wait for each other
 * until the commit.
 */
export async function noteEntries(
  ctx: Context,
  tx: Tx,
  by: string,
  entries: readonly Entry[],
  kind: keyof typeof steps,
  details: Record<string, string> = {},
): Promise<void> {
  for (const entry of entries)
    if (entry.appointment_id)
      await note(ctx, tx, entry.appointment_id, theTeam(by), { kind, details: { inbox: entry.kind, ...details } });
  for (const { difference_id } of entries)
    if (difference_id) await noteDifference(ctx, tx, by, difference_id, { step: steps[kind], ...details });
}

/**
 * Writes a step of the team about a difference in the books into the audit log. Such a difference belongs to no
 * appointment, so it has no timeline.
 */
export const noteDifference = (
  ctx: Context,
  tx: Tx,
  by: string,
  differenceId: string,
  details: { readonly step: (typeof DifferenceSteps)[number]; readonly [more: string]: string | null },
): Promise<void> =>
  ctx.audit.record(tx, {
    actor: by,
    actor_role: 'admin',
    action: 'ledger.difference_changed',
    subject: `difference:${differenceId}`,
    patient_id: null,
    reason: '',
    details,
  });
