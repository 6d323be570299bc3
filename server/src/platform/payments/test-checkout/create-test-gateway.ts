import type { Context } from '../../context.ts';
import { type Tx, withSystem } from '../../db/db.ts';
import {
  type ChangeMade,
  type ChangeRequest,
  type CreditCorrection,
  type Money,
  type NewPaymentPage,
  type NewSubscriptionPage,
  type PaymentGateway,
  type PaymentPage,
  type ProviderInvoice,
  type ProviderSubscription,
  type Refund,
  type RefundRequest,
  type Returned,
  PaymentDeclined,
  RefundTooHigh,
} from '../gateway.ts';
import { readNotice } from '../read-notice.ts';
import { bill, type Biller, creditOf, leftBy } from './bill.ts';
import {
  getForUpdate,
  insertOnce,
  newId,
  refundedOf,
  seconds,
  type TestInvoice,
  type TestPage,
  type TestSubscription,
  update,
} from './objects.ts';
import { closePage } from './pay-page.ts';
import { listTestMoves } from './balance.ts';
import { costOfChange, type ChangeCost } from './proration.ts';
import { end } from './renew.ts';
import { tellRefund, tellSubscription } from './tell.ts';

type Parts = Pick<Context, 'system' | 'outbox' | 'clock'> & {
  readonly publicUrl: string;
  readonly webhookSecret: string;
};

const PAGE_MIN_S = 1800;
const PAGE_MAX_S = 24 * 3600;
const CARD_PAGE_S = 3600;
const at = (instant: number): Date => new Date(instant * 1000);

/**
 * Creates the built-in test checkout with the interface of a provider. No money moves, but everything else happens as
 * with a provider.
 */
export function createTestGateway({ system, outbox, clock, publicUrl, webhookSecret }: Parts): PaymentGateway {
  const now = () => seconds(clock.now());
  const inTx = <T>(work: (biller: Biller) => Promise<T>) => withSystem(system, (tx) => work({ tx, outbox, at: now() }));
  const urlOf = ({ id }: TestPage) => `${publicUrl}/test-checkout/${id}`;
  const open = async (page: TestPage, key: string | null): Promise<PaymentPage> => {
    const made = await insertOnce(system, 'page', page, key);
    return { id: made.id, url: urlOf(made), expires_at: at(made.expires_at) };
  };
  const changeOne = (id: string, change: (biller: Biller, subscription: TestSubscription) => Promise<void>) =>
    inTx(async (biller) => {
      const subscription = await getForUpdate(biller.tx, 'subscription', id);
      await change(biller, subscription);
      return toSubscription(subscription);
    });

  return {
    provider: 'test',
    openPage: (page) =>
      open(
        { ...pageOf(page, now()), ...sumOf(page, page.description), mode: 'payment', item: null },
        page.idempotency_key,
      ),
    openSubscriptionPage: (page) =>
      open(
        {
          ...pageOf(page, now()),
          ...sumOf(page.item, page.item.name),
          mode: 'subscription',
          item: page.item,
          customer_id: page.customer_id ?? newId('cus'),
        },
        page.idempotency_key,
      ),
    expirePage: (id) =>
      inTx(async (biller) => {
        const page = await getForUpdate(biller.tx, 'page', id);
        if (page.status === 'open') await closePage(biller, page);
        return page.status === 'expired';
      }),
    refund: (request) => inTx((biller) => refundOnce(biller, request)),
    getRefunded: (id) => inTx(async ({ tx }) => refundedOf(await getForUpdate(tx, 'payment', id))),
    listBalanceMoves: (from, until) => inTx(({ tx }) => listTestMoves(tx, from, until)),
    getSubscription: (id) => inTx(async ({ tx }) => toSubscription(await getForUpdate(tx, 'subscription', id))),
    getInvoice: (id) => inTx(async ({ tx }) => toInvoice(await getForUpdate(tx, 'invoice', id))),
    previewChange: (request) =>
      inTx(async ({ tx }) => {
        const subscription = await getForUpdate(tx, 'subscription', request.subscription_id);
        const { credit_cents, charge_cents } = costTo(subscription, request);
        const amount_cents = charge_cents + credit_cents - (await creditOf(tx, subscription));
        return { amount_cents, currency: request.item.currency };
      }),
    changeSubscription: (request) =>
      changeOne(request.subscription_id, (biller, subscription) => changeTo(biller, subscription, request)),
    setCancelAtPeriodEnd: (id, cancels) =>
      changeOne(id, async ({ tx, at: instant }, subscription) => {
        if (subscription.status === 'canceled') throw new Error(`${id} has ended`);
        subscription.cancel_at_period_end = cancels;
        await update(tx, subscription);
        await tellSubscription(outbox, tx, 'updated', subscription, instant);
      }),
    endSubscription: (id) =>
      changeOne(id, async (biller, subscription) => {
        if (subscription.status !== 'canceled') await end(biller, subscription);
      }),
    restoreCredit: (id, returned) => inTx(({ tx }) => restoreCredit(tx, id, returned)),
    openCardPage: (request) => open(cardPage(request, now()), null),
    readNotice: (body, signature, instant) => readNotice(body, signature, webhookSecret, instant),
  };
}

/** Makes a refund. A second call with the same key returns the result of the first. */
async function refundOnce({ tx, outbox, at: instant }: Biller, request: RefundRequest): Promise<Refund> {
  const { payment_id, amount_cents, idempotency_key } = request;
  const payment = await getForUpdate(tx, 'payment', payment_id);
  const earlier = payment.refunds.find(({ key }) => key === idempotency_key);
  if (earlier) return earlier;
  const left = payment.amount_cents - refundedOf(payment);
  const refund = { id: newId('re'), key: idempotency_key, amount_cents: amount_cents ?? left, made_at: instant };
  if (refund.amount_cents <= 0 || refund.amount_cents > left) throw new RefundTooHigh(left);
  payment.refunds.push(refund);
  await update(tx, payment);
  await tellRefund(outbox, tx, payment, instant);
  return refund;
}

async function restoreCredit(tx: Tx, id: string, returned: Returned): Promise<readonly CreditCorrection[]> {
  const subscription = await getForUpdate(tx, 'subscription', id);
  const corrections = subscription.corrections ?? [];
  let credit = await creditOf(tx, subscription);
  const correct = (amount_cents: number, is_unpaid: boolean) => {
    if (amount_cents === 0) return;
    credit += amount_cents;
    subscription.credit_cents += amount_cents;
    corrections.push({ id: newId('cbtxn'), amount_cents, currency: subscription.item.currency, is_unpaid });
  };
  const withdrawnBy = (counted: typeof corrections) => counted.reduce((sum, one) => sum - one.amount_cents, 0);
  const unpaid = withdrawnBy(corrections.filter(({ is_unpaid, is_final }) => is_unpaid && !is_final));
  const withdrawn = withdrawnBy(corrections.filter(({ amount_cents, is_unpaid }) => amount_cents < 0 || is_unpaid));
  const { cents, uncovered_cents } =
    returned === 'everything' ? { cents: Infinity, uncovered_cents: Infinity } : returned;
  const more = Math.max(0, Math.min(leftBy(subscription), uncovered_cents) - withdrawn);
  correct(Math.max(0, unpaid - cents) - Math.min(more, Math.max(0, credit)), returned !== 'everything');
  if (returned === 'everything') {
    correct(-Math.min(subscription.credit_cents, Math.max(0, credit)), false);
    for (const one of corrections) if (one.is_unpaid) one.is_final = true;
  }
  if (corrections.length > 0) await update(tx, Object.assign(subscription, { corrections }));
  return corrections;
}

const cardPage = (
  { customer_id, language, return_url }: Parameters<PaymentGateway['openCardPage']>[0],
  now: number,
): TestPage => ({
  id: newId('cs'),
  mode: 'card',
  status: 'open',
  reference: null,
  customer_id,
  language,
  success_url: return_url,
  cancel_url: return_url,
  expires_at: now + CARD_PAGE_S,
  amount_cents: 0,
  currency: 'eur',
  description: '',
  item: null,
});

const sumOf = ({ amount_cents, currency }: Money, description: string) => ({ amount_cents, currency, description });

function pageOf(page: NewPaymentPage | NewSubscriptionPage, now: number) {
  const { reference, language, success_url, cancel_url, expires_at } = page;
  const life = Math.min(Math.max(seconds(expires_at) - now, PAGE_MIN_S), PAGE_MAX_S);
  return {
    id: newId('cs'),
    status: 'open' as const,
    reference,
    customer_id: newId('cus'),
    language,
    success_url,
    cancel_url,
    expires_at: now + life,
  };
}

const toSubscription = (subscription: TestSubscription): ProviderSubscription => ({
  ...subscription.item,
  id: subscription.id,
  customer_id: subscription.customer_id,
  reference: subscription.reference,
  status: subscription.status === 'canceled' ? 'ended' : subscription.status,
  started_at: at(subscription.started_at),
  period_start: at(subscription.period_start),
  period_end: at(subscription.period_end),
  cancel_at: subscription.cancel_at_period_end ? at(subscription.period_end) : null,
  ended_at: subscription.ended_at === null ? null : at(subscription.ended_at),
  owed_invoice_id: subscription.status === 'past_due' ? subscription.owed : null,
});

const toInvoice = (invoice: TestInvoice): ProviderInvoice => ({
  ...invoice,
  paid_at: invoice.paid_at === null ? null : at(invoice.paid_at),
  period_start: at(invoice.period_start),
  period_end: at(invoice.period_end),
  next_attempt_at: invoice.next_attempt_at === null ? null : at(invoice.next_attempt_at),
  // The test cards need no confirmation.
  confirm_url: null,
});

const costTo = (subscription: TestSubscription, { item, at }: ChangeRequest): ChangeCost =>
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
async function changeTo(biller: Biller, subscription: TestSubscription, request: ChangeMade): Promise<void> {
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
    cancel_at_period_end: subscription.cancel_at_period_end && !request.resumes,
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
