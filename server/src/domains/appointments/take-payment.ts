import { randomUUIDv7 } from 'node:crypto';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import type { OutboxEvents } from '#server/platform/outbox/outbox.ts';
import { type Found, findForUpdate } from './appointments.queries.ts';
import { note, putIntoInbox, tellChange, theService } from './history.ts';
import { mailAbout, mailConfirmed } from './mail-appointment.ts';
import { move } from './move.ts';
import { closePages } from './payment-pages.ts';
import { orderRefund } from './refunds.ts';
import { money } from './words.ts';

type Paid = OutboxEvents['payments.completed'];

/**
 * Money came. In time, for the offer in force, it confirms the appointment; otherwise it goes back and the team is told. Whatever the provider
 * repeats, a payment has one row and one effect.
 */
export async function takePayment(ctx: Context, paid: Paid): Promise<void> {
  const isKnown = await withSystem(ctx.system, (tx) => take(ctx, tx, paid));
  if (isKnown) return;
  // The person was erased between the click and the payment: there is nobody to tell.
  ctx.log.warn({ payment: paid.payment_id }, 'a payment for an offer that is gone is given back');
  await ctx.payments.refund({ payment_id: paid.payment_id, idempotency_key: `gone:${paid.payment_id}` });
}

/** Returns whether there is still an offer that it can be for. */
async function take(ctx: Context, tx: Tx, paid: Paid): Promise<boolean> {
  const offer = await tx
    .selectFrom('appointment_offers')
    .select(['id', 'appointment_id', 'expires_at'])
    .where('id', '=', paid.reference.id)
    .executeTakeFirst();
  const found = offer && (await findForUpdate(tx, offer.appointment_id));
  if (!offer || !found) return false;
  const arrived = Math.max(new Date(paid.paid_at).getTime(), ctx.clock.now().getTime());
  const outcome = outcomeOf(found, offer, new Date(arrived));
  if (!(await insertPayment(tx, paid, offer, outcome))) return true;
  if (outcome === 'confirmed') await confirm(ctx, tx, found, paid);
  else await giveBack(ctx, tx, found, paid, outcome);
  return true;
}

function outcomeOf(
  { offer, state }: Found,
  paidFor: { id: string; expires_at: Date },
  arrived: Date,
): 'confirmed' | 'late' | 'twice' {
  if (offer?.id === paidFor.id && state.offer === 'paid') return 'twice';
  const isInTime = offer?.id === paidFor.id && state.offer === 'open' && arrived <= paidFor.expires_at;
  return isInTime ? 'confirmed' : 'late';
}

/** False when this payment is known already. */
async function insertPayment(
  tx: Tx,
  { payment_id, amount_cents, currency, paid_at }: Paid,
  { id: offer_id, appointment_id }: { id: string; appointment_id: string },
  outcome: 'confirmed' | 'late' | 'twice',
): Promise<boolean> {
  const result = await tx
    .insertInto('appointment_payments')
    .values({
      payment_id,
      offer_id,
      appointment_id,
      outcome,
      amount_cents,
      currency: currency.toUpperCase(),
      paid_at: new Date(paid_at),
    })
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

async function confirm(ctx: Context, tx: Tx, found: Found, { amount_cents, currency }: Paid): Promise<void> {
  const { row, offer } = found;
  const details = { amount_cents, currency: currency.toUpperCase() };
  await move(ctx, tx, found, { kind: 'pay' }, theService, { kind: 'paid', details });
  await closePages(ctx, tx, offer?.id);
  await putIntoInbox(ctx, tx, row.id, 'paid');
  await mailConfirmed(ctx, tx, row.id);
}

async function giveBack(
  ctx: Context,
  tx: Tx,
  { row }: Found,
  { payment_id, amount_cents, currency }: Paid,
  outcome: 'late' | 'twice',
): Promise<void> {
  const details = { amount_cents, currency: currency.toUpperCase(), outcome };
  await note(ctx, tx, row.id, theService, { kind: 'paid_late', details });
  await orderRefund(ctx, tx, {
    id: randomUUIDv7(),
    payment_id,
    amount_cents,
    reason: outcome,
    ordered_by: null,
    ordered_at: ctx.clock.now(),
  });
  await putIntoInbox(ctx, tx, row.id, 'paid_late');
  await tellChange(ctx, tx, row);
  await mailAbout(ctx, tx, row.id, {
    template: 'appointment_payment_returned',
    values: (language) => ({ amount: money(amount_cents, currency, language) }),
    key: `appointment_payment_returned:${payment_id}`,
  });
}
