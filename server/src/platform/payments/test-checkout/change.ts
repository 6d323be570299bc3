import { type ChangeRequest, PaymentDeclined } from '../gateway.ts';
import { bill, type Biller } from './bill.ts';
import { seconds, type TestSubscription, update } from './objects.ts';
import { costOfChange, type ChangeCost } from './proration.ts';
import { tellSubscription } from './tell.ts';

export const costTo = (subscription: TestSubscription, { item, at }: ChangeRequest): ChangeCost =>
  costOfChange(
    subscription.item,
    { start: subscription.period_start, end: subscription.period_end },
    item,
    seconds(at),
  );

/**
 * Changes the plan of a subscription at once and charges the difference. A change that was already made is not
 * repeated.
 */
export async function changeTo(biller: Biller, subscription: TestSubscription, request: ChangeRequest): Promise<void> {
  const { item } = request;
  if (subscription.status === 'canceled') throw new Error(`${subscription.id} has ended`);
  if (subscription.item.sku === item.sku && subscription.item.amount_cents === item.amount_cents) return;
  const { credit_cents, charge_cents, period } = costTo(subscription, request);
  const lines = [
    { description: subscription.item.name, amount_cents: credit_cents },
    { description: item.name, amount_cents: charge_cents },
  ];
  Object.assign(subscription, {
    item,
    period_start: period.start,
    period_end: period.end,
    cancel_at_period_end: false,
  });
  const invoice = await bill(biller, subscription, {
    reason: 'changed',
    period_start: seconds(request.at),
    period_end: period.end,
    lines,
  });
  // An error inside the transaction undoes the change.
  if (!invoice.is_paid) throw new PaymentDeclined('declined');
  await update(biller.tx, subscription);
  await tellSubscription(biller.outbox, biller.tx, 'updated', subscription, biller.at);
}
