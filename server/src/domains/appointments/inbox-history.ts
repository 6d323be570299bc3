import type { InboxKind } from '#contract/appointments-admin.ts';
import type { DifferenceSteps } from '#contract/ledger.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { note, theTeam } from './history.ts';

/** The subject of an entry without an appointment. One of the two ids is set. */
export interface Alone {
  readonly difference_id: string | null;
  readonly payment_id: string | null;
}

export interface Entry extends Alone {
  readonly appointment_id: string | null;
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
 * appointment's timeline. For an entry about a difference between the ledger and the payment provider, or about a payment
 * whose appointment was erased, it is the audit log. Call this function last in the transaction, because transactions
 * that write to the audit log wait for each other until the commit.
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
  for (const entry of entries)
    if (!entry.appointment_id) await noteAlone(ctx, tx, by, entry, { step: steps[kind], ...details });
}

/** Writes a step of the team about an entry without an appointment into the audit log. Such an entry has no timeline. */
export const noteAlone = (
  ctx: Context,
  tx: Tx,
  by: string,
  { difference_id, payment_id }: Alone,
  details: { readonly step: (typeof DifferenceSteps)[number]; readonly [more: string]: string | null },
): Promise<void> =>
  ctx.audit.record(tx, {
    actor: by,
    actor_role: 'admin',
    action: difference_id ? 'ledger.difference_changed' : 'payment.entry_changed',
    subject: difference_id ? `difference:${difference_id}` : `payment:${payment_id}`,
    patient_id: null,
    reason: '',
    details,
  });

/**
 * Locks the appointments of the entries, so that they are not erased while the timeline gets its entries. Call this
 * function before the entries are locked, because erasures and refunds lock an appointment before its entries, too.
 */
export const lockAppointmentsOf = (tx: Tx, inboxIds: readonly string[]): Promise<unknown> =>
  tx
    .selectFrom('appointments')
    .select('id')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('appointment_inbox')
        .select('appointment_id')
        .where('id', 'in', [...inboxIds])
        .where('appointment_id', 'is not', null)
        .$narrowType<{ appointment_id: string }>(),
    )
    .orderBy('id')
    .forKeyShare()
    .execute();
