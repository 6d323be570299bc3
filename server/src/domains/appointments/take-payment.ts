import { randomUUIDv7 } from 'node:crypto';
import type { PaymentOutcome } from '#contract/appointments-admin.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import type { OutboxEvents } from '#server/platform/outbox/outbox.ts';
import { type Found, findForUpdate, type Offer, offerColumns } from './appointments.queries.ts';
import { bookSale } from './book-sale.ts';
import { dueOnline } from './due-online.ts';
import { note, putIntoInbox, tellChange, theService } from './history.ts';
import { handleAll } from './inbox.ts';
import { mailAbout, mailConfirmed } from './mail-appointment.ts';
import { move } from './move.ts';
import { closePages } from './payment-pages.ts';
import { orderRefund } from './refunds.ts';
import { bookMeant, listOfferTimes } from './offer-times.ts';
import { money } from './words.ts';

type Paid = OutboxEvents['payments.completed'];

/**
 * Processes a payment. A payment that matches the newest offer and was made in time confirms the appointment. A late or
 * second payment is refunded. The team decides in three cases:
 * - The amount, the currency or the payer differs from the offer.
 * - The patient has chosen another time since the page was opened.
 * - Another patient has booked the offered time.
 *
 * The provider may repeat its webhook event, but a payment has one row and one effect.
 */
export async function takePayment(ctx: Context, paid: Paid): Promise<void> {
  const isKnown = await withSystem(ctx.system, (tx) => take(ctx, tx, paid));
  if (isKnown) return;
  // The person was erased between the click and the payment, so nobody can be notified.
  ctx.log.warn({ payment: paid.payment_id }, 'a payment for an offer that is gone is given back');
  await ctx.payments.refund({ payment_id: paid.payment_id, idempotency_key: `gone:${paid.payment_id}` });
}

/** Processes the payment in a transaction. @returns false if the offer no longer exists */
async function take(ctx: Context, tx: Tx, paid: Paid): Promise<boolean> {
  const offer = await tx
    .selectFrom('appointment_offers')
    .select(offerColumns)
    .where('id', '=', paid.reference.id)
    .executeTakeFirst();
  const found = offer && (await findForUpdate(tx, offer.appointment_id));
  if (!offer || !found) return false;
  const hasLapsed = await isNewestAndLapsed(tx, found, offer.id);
  const asked = outcomeOf(found, offer, paid, hasLapsed);
  const isOtherQuote = asked === 'confirmed' && !(await isForWhatWasAccepted(tx, offer, paid));
  // The webhook event may be delivered after the offer has ended and its time was released.
  const isTimeGone = asked === 'confirmed' && !isOtherQuote && !(await bookMeant(ctx, tx, offer));
  const outcome = isOtherQuote || isTimeGone ? 'mismatch' : asked;
  if (!(await insertPayment(tx, paid, offer, outcome))) return true;
  if (outcome === 'mismatch') await askTeam(ctx, tx, found, offer, { ...paid, isTimeGone, isOtherQuote });
  else if (outcome !== 'confirmed') await giveBack(ctx, tx, found, offer, { ...paid, outcome });
  else await confirm(ctx, tx, hasLapsed ? await reopen(ctx, tx, found, offer) : found, paid);
  return true;
}

/**
 * Returns the outcome of a payment. The outcome depends on the time of the payment, not on the delivery of its webhook
 * event. The event may be delivered after the offer has lapsed.
 */
function outcomeOf({ row, offer, state }: Found, paidFor: Offer, paid: Paid, hasLapsed: boolean): PaymentOutcome {
  const isAsked =
    paid.amount_cents === dueOnline(paidFor) &&
    paid.currency.toUpperCase() === paidFor.currency &&
    paid.reference.user_id === row.patient_id;
  if (!isAsked) return 'mismatch';
  if (offer?.id === paidFor.id && state.offer === 'paid') return 'twice';
  const isPayable = hasLapsed || (offer?.id === paidFor.id && state.offer === 'open');
  return isPayable && new Date(paid.paid_at) <= paidFor.expires_at ? 'confirmed' : 'late';
}

/**
 * Returns whether the payment is for the quote that the patient has currently accepted. The quotes can differ only if
 * the offer has several times. When the patient chooses another time, the acceptance is withdrawn at once, but the
 * payment page is closed a moment later.
 */
async function isForWhatWasAccepted(
  tx: Tx,
  { id, accepted_quote }: Offer,
  { page_id }: Pick<Paid, 'page_id'>,
): Promise<boolean> {
  if ((await listOfferTimes(tx, [id])).length < 2) return true;
  const page = await tx
    .selectFrom('appointment_pages')
    .select('accepted_quote')
    .where('offer_id', '=', id)
    .where('page_id', '=', page_id)
    .executeTakeFirst();
  return accepted_quote !== null && (page?.accepted_quote ?? accepted_quote) === accepted_quote;
}

/**
 * Returns whether this offer is the newest and no action has followed since it expired. Every other action clears
 * `offer_lapsed_at` in `move`.
 */
async function isNewestAndLapsed(tx: Tx, { row }: Found, offerId: string): Promise<boolean> {
  if (!row.offer_lapsed_at) return false;
  const newest = await tx
    .selectFrom('appointment_offers')
    .select('id')
    .where('appointment_id', '=', row.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return newest?.id === offerId;
}

/** Returns the appointment as it was before its offer lapsed, and marks the inbox entry about the lapse as handled. */
async function reopen(ctx: Context, tx: Tx, { row, state }: Found, offer: Offer): Promise<Found> {
  await handleAll(ctx, tx, row.id, ['offer_expired']);
  return { row, offer, state: { ...state, offer: 'open' } };
}

/** Inserts the payment. @returns false if the payment is already stored */
async function insertPayment(
  tx: Tx,
  { payment_id, amount_cents, currency, paid_at }: Paid,
  { id: offer_id, appointment_id }: Offer,
  outcome: PaymentOutcome,
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

async function confirm(
  ctx: Context,
  tx: Tx,
  found: Found,
  { payment_id, amount_cents, currency, paid_at }: Paid,
): Promise<void> {
  const { row, offer } = found;
  const details = { amount_cents, currency: currency.toUpperCase() };
  await move(ctx, tx, found, { kind: 'pay' }, theService, { kind: 'paid', details });
  await bookSale(tx, payment_id, new Date(paid_at));
  await closePages(ctx, tx, offer?.id);
  if (!offer?.is_direct) await putIntoInbox(ctx, tx, row.id, 'paid');
  await mailConfirmed(ctx, tx, row.id);
}

/** Asks the team to decide about a payment. No money is refunded yet. */
async function askTeam(
  ctx: Context,
  tx: Tx,
  { row }: Found,
  asked: Offer,
  paid: Paid & { readonly isTimeGone: boolean; readonly isOtherQuote: boolean },
): Promise<void> {
  const details = {
    amount_cents: paid.amount_cents,
    currency: paid.currency.toUpperCase(),
    asked_cents: dueOnline(asked),
    asked_currency: asked.currency,
    is_other_person: paid.reference.user_id !== row.patient_id,
    is_time_gone: paid.isTimeGone,
    is_other_quote: paid.isOtherQuote,
  };
  await note(ctx, tx, row.id, theService, { kind: 'payment_mismatch', details });
  await putIntoInbox(ctx, tx, row.id, 'payment_mismatch', { payment_id: paid.payment_id });
  await tellChange(ctx, tx, row);
}

async function giveBack(
  ctx: Context,
  tx: Tx,
  { row }: Found,
  { is_direct }: Offer,
  { payment_id, amount_cents, currency, outcome }: Paid & { readonly outcome: 'late' | 'twice' },
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
  const template = is_direct ? 'appointment_direct_returned' : 'appointment_payment_returned';
  await mailAbout(ctx, tx, row.id, {
    template,
    values: (language) => ({ amount: money(amount_cents, currency, language) }),
    key: `${template}:${payment_id}`,
  });
}
