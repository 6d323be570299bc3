import type { TimelineKind } from '#contract/appointments-admin.ts';
import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import type { OutboxEvents } from '#server/platform/outbox/outbox.ts';
import type { Dispute, DisputeStatus } from '#server/platform/payments/disputes.ts';
import { findForUpdate } from './appointments.queries.ts';
import { note, putIntoInbox, tellChange, theService } from './history.ts';
import { assertKnown, handleSpent } from './refunds.ts';

const ends: Partial<Record<DisputeStatus, TimelineKind>> = {
  won: 'dispute_won',
  lost: 'dispute_lost',
  closed: 'dispute_closed',
};

/**
 * Brings the timeline and the inbox up to date with the current state of a dispute. This function may run twice for an
 * event, and events may be delivered in any order.
 */
export const followDispute = (ctx: Context, told: OutboxEvents['payments.disputed']): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const payment = await tx
      .selectFrom('appointment_payments')
      .select('appointment_id')
      .where('payment_id', '=', told.payment_id)
      .executeTakeFirst();
    if (!payment) {
      await handleSpent(ctx, tx, told.payment_id);
      return assertKnown(tx, told);
    }
    const found = await findForUpdate(tx, payment.appointment_id);
    const dispute = await tx
      .selectFrom('payment_disputes')
      .selectAll()
      .where('id', '=', told.dispute_id)
      .executeTakeFirst();
    if (!found || !dispute) return;
    const isNew = await noteOnce(ctx, tx, found.row.id, dispute, 'dispute_opened');
    const end = ends[dispute.status];
    if (end) await noteOnce(ctx, tx, found.row.id, dispute, end);
    await handleSpent(ctx, tx, told.payment_id);
    await keepInbox(ctx, tx, found.row.id, dispute, isNew);
    await tellChange(ctx, tx, found.row);
  });

/** Adds a step of the dispute to the timeline. @returns false if the timeline already has the step */
async function noteOnce(ctx: Context, tx: Tx, id: string, dispute: Dispute, kind: TimelineKind): Promise<boolean> {
  const known = await tx
    .selectFrom('appointment_events')
    .select('id')
    .where('appointment_id', '=', id)
    .where('kind', '=', kind)
    .where(sql<boolean>`details ->> 'dispute' = ${dispute.id}`)
    .executeTakeFirst();
  if (known) return false;
  const { amount_cents, currency, reason } = dispute;
  const details = { dispute: dispute.id, amount_cents, currency: currency.toUpperCase() };
  await note(ctx, tx, id, theService, { kind, reason: kind === 'dispute_opened' ? reason : '', details });
  return true;
}

/**
 * Adds or updates the single inbox entry of a dispute, with the deadline of the dispute. When the dispute ends, the
 * entry is marked as handled.
 */
async function keepInbox(ctx: Context, tx: Tx, id: string, dispute: Dispute, isNew: boolean): Promise<void> {
  const { id: dispute_id, evidence_due_at: due_at, closed_at } = dispute;
  if (isNew) await putIntoInbox(ctx, tx, id, 'payment_disputed', { due_at, dispute_id });
  else await tx.updateTable('appointment_inbox').set({ due_at }).where('dispute_id', '=', dispute_id).execute();
  if (!closed_at) return;
  await tx
    .updateTable('appointment_inbox')
    .set({ handled_at: ctx.clock.now() })
    .where('dispute_id', '=', dispute_id)
    .where('handled_at', 'is', null)
    .execute();
  await ctx.realtime.publish(tx, { role: 'admin' }, { kind: 'inbox.changed' });
}
