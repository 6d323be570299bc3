import { beforeEach, expect, test } from 'vitest';
import {
  aFakeStripe,
  type Answers,
  type Asked,
  invoice,
  page,
  second,
  subscription,
} from '../../../test/fake-stripe.ts';
import type { NewPaymentPage, PaymentGateway, RecurringItem, Returned } from './gateway.ts';
import { createStripeGateway } from './stripe-gateway.ts';

const now = new Date('2026-11-20T09:00:00Z');
const elite: RecurringItem = {
  sku: 'elite_monthly',
  name: 'Elite',
  amount_cents: 29_000,
  currency: 'eur',
  interval: 'month',
};

let asked: Asked[];
let answers: Answers;
let stripe: PaymentGateway;

beforeEach(async () => {
  const fake = await aFakeStripe();
  ({ asked, answers } = fake);
  stripe = createStripeGateway({ secretKey: 'sk_test_x', webhookSecret: 'whsec_x' }, () => now, fake.address);
});

const aPage: NewPaymentPage = {
  reference: { kind: 'appointment', id: 'a1', user_id: 'u1' },
  amount_cents: 12_050,
  currency: 'eur',
  description: 'Appointment',
  customer_email: 'claire@example.org',
  language: 'fr',
  success_url: 'https://flaira.example/thank-you',
  cancel_url: 'https://flaira.example/dashboard',
  expires_at: new Date('2026-11-20T12:00:00Z'),
  idempotency_key: 'k1',
};

test('a payment page is opened with its amount, reference, end and idempotency key', async () => {
  expect(await stripe.openPage(aPage)).toEqual({
    id: 'cs_1',
    url: page.url,
    expires_at: new Date('2026-11-20T12:00:00Z'),
  });
  expect(asked).toHaveLength(1);
  expect(asked[0]?.key).toBe('k1');
  expect(asked[0]?.body).toMatchObject({
    mode: 'payment',
    locale: 'fr',
    customer_email: 'claire@example.org',
    expires_at: String(second('2026-11-20T12:00:00Z')),
    'metadata[reference_id]': 'a1',
    'payment_intent_data[metadata][reference_kind]': 'appointment',
    'line_items[0][price_data][unit_amount]': '12050',
  });
});

test.each([
  ['2026-11-20T09:05:00Z', '2026-11-20T09:31:00Z'],
  ['2026-11-25T09:00:00Z', '2026-11-21T08:59:00Z'],
])('a page that should end at %s gets an end that Stripe accepts', async (wished, given) => {
  await stripe.openPage({ ...aPage, expires_at: new Date(wished) });
  expect(asked[0]?.body.expires_at).toBe(String(second(given)));
});

test('the price of a subscription is created at Stripe once, and later subscription pages use it', async () => {
  await stripe.openSubscriptionPage({ ...aPage, item: elite });
  expect(asked.map(({ path }) => path)).toEqual(['GET /v1/prices', 'POST /v1/prices', 'POST /v1/checkout/sessions']);
  expect(asked[1]).toMatchObject({
    key: 'price:elite_monthly_29000_eur',
    body: { unit_amount: '29000', 'recurring[interval]': 'month', 'metadata[sku]': 'elite_monthly' },
  });
  answers['GET /v1/prices'] = { data: [{ id: 'price_known' }] };
  asked.length = 0;
  await stripe.openSubscriptionPage({ ...aPage, item: elite, customer_id: 'cus_1' });
  expect(asked.map(({ path }) => path)).toEqual(['GET /v1/prices', 'POST /v1/checkout/sessions']);
  expect(asked[1]?.body).toMatchObject({
    mode: 'subscription',
    customer: 'cus_1',
    'line_items[0][price]': 'price_known',
    'subscription_data[metadata][reference_id]': 'a1',
  });
  expect(asked[1]?.body).not.toHaveProperty('customer_email');
});

test('a subscription page for a customer who was deleted at Stripe throws CustomerGone; other refusals stay faults', async () => {
  const refuse = (param: string) => {
    const error = { type: 'invalid_request_error', code: 'resource_missing', param };
    answers['POST /v1/checkout/sessions'] = { status: 404, error };
  };
  const open = () => stripe.openSubscriptionPage({ ...aPage, item: elite, customer_id: 'cus_1' });
  refuse('customer');
  await expect(open()).rejects.toMatchObject({ name: 'CustomerGone' });
  refuse('line_items[0][price]');
  await expect(open()).rejects.toMatchObject({ code: 'resource_missing' });
});

test('closing a payment page returns false if it was paid in the meantime, and true if it has already expired', async () => {
  expect(await stripe.expirePage('cs_1')).toBe(true);
  answers['POST /v1/checkout/sessions/cs_1/expire'] = {
    status: 400,
    error: { type: 'invalid_request_error', message: 'not open' },
  };
  expect(await stripe.expirePage('cs_1')).toBe(false);
  answers['GET /v1/checkout/sessions/cs_1'] = { id: 'cs_1', status: 'complete' };
  expect(await stripe.expirePage('cs_1')).toBe(false);
  answers['GET /v1/checkout/sessions/cs_1'] = { id: 'cs_1', status: 'expired' };
  expect(await stripe.expirePage('cs_1')).toBe(true);
});

test('a refund is sent to Stripe with its payment and its idempotency key', async () => {
  expect(await stripe.refund({ payment_id: 'pi_1', amount_cents: 500, idempotency_key: 'r' })).toEqual({
    id: 're_1',
    amount_cents: 500,
  });
  expect(asked[0]).toMatchObject({ key: 'r', body: { payment_intent: 'pi_1', amount: '500' } });
});

test('subscriptions and invoices of Stripe are translated into our terms', async () => {
  expect(await stripe.getSubscription('sub_1')).toMatchObject({
    customer_id: 'cus_1',
    status: 'active',
    sku: 'elite_monthly',
    interval: 'month',
    reference: { kind: 'subscription', id: 'r1', user_id: 'u1' },
    period_end: new Date('2026-12-20'),
  });
  expect(await stripe.getInvoice('in_1')).toMatchObject({
    subscription_id: 'sub_1',
    is_paid: true,
    payment_id: 'pi_9',
    reason: 'renewed',
    period_start: new Date('2026-12-20'),
    period_end: new Date('2027-01-20'),
    lines: [{ description: 'Elite', amount_cents: 29_000 }],
  });
});

test.each([
  ['past_due', 'in_9', 'in_9'],
  ['active', 'in_9', null],
  ['past_due', null, null],
])('a subscription that is %s with the latest invoice %s owes the invoice %s', async (status, latest_invoice, owed) => {
  answers['GET /v1/subscriptions/sub_1'] = { ...subscription, status, latest_invoice };
  expect((await stripe.getSubscription('sub_1')).owed_invoice_id).toBe(owed);
});

test('an unpaid invoice has a page to confirm the payment if the bank requires it, and none after a declined card', async () => {
  const unpaid = (status: string) => ({
    ...invoice,
    status: 'open',
    hosted_invoice_url: 'https://pay.example/in_1',
    payments: {
      data: [{ status: 'open', payment: { type: 'payment_intent', payment_intent: { id: 'pi_9', status } } }],
    },
  });
  for (const [status, confirm_url] of [
    ['requires_action', 'https://pay.example/in_1'],
    ['requires_payment_method', null],
  ] as const) {
    answers['GET /v1/invoices/in_1'] = unpaid(status);
    expect(await stripe.getInvoice('in_1')).toMatchObject({ is_paid: false, confirm_url });
  }
  expect(asked.at(-1)?.path).toBe('GET /v1/invoices/in_1');
});

test('a change of plan is previewed and made for the same moment, and charged at once', async () => {
  const change = { subscription_id: 'sub_1', item: elite, at: now };
  expect(await stripe.previewChange(change)).toEqual({ amount_cents: 5_050, currency: 'eur' });
  await stripe.changeSubscription({ ...change, idempotency_key: 'c' });
  const at = String(second('2026-11-20T09:00:00Z'));
  expect(asked.find(({ path }) => path.endsWith('create_preview'))?.body).toMatchObject({
    'subscription_details[proration_date]': at,
  });
  expect(asked.at(-1)).toMatchObject({
    key: 'c',
    body: {
      proration_date: at,
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
      'items[0][id]': 'si_1',
    },
  });
});

test('a change of plan withdraws the cancellation of the subscription only if the call says so', async () => {
  const change = { subscription_id: 'sub_1', item: elite, at: now, idempotency_key: 'c' };
  const sent: unknown[] = [];
  for (const resumes of [true, false]) {
    await stripe.changeSubscription({ ...change, resumes });
    sent.push(asked.at(-1)?.body['cancel_at_period_end']);
  }
  expect(sent).toEqual(['false', undefined]);
});

/** The end of the current period is 20 December 2026. */
test.each([
  ['not cancelled', { cancel_at_period_end: false, cancel_at: null }, null],
  ['at the end of the period', { cancel_at_period_end: true, cancel_at: null }, '2026-12-20'],
  ['at the end, with its date', { cancel_at_period_end: true, cancel_at: second('2026-12-20') }, '2026-12-20'],
  ['before the end', { cancel_at_period_end: false, cancel_at: second('2026-12-05') }, '2026-12-05'],
  ['after the end', { cancel_at_period_end: false, cancel_at: second('2027-03-01') }, '2027-03-01'],
])('the end of a cancelled subscription is read: %s', async (_name, cancelled, end) => {
  answers['GET /v1/subscriptions/sub_1'] = { ...subscription, ...cancelled };
  expect((await stripe.getSubscription('sub_1')).cancel_at).toEqual(end && new Date(end));
});

test.each([
  [{ cancel_at_period_end: true, cancel_at: second('2026-12-20') }, { cancel_at_period_end: 'false' }],
  [{ cancel_at_period_end: false, cancel_at: second('2027-03-01') }, { cancel_at: '' }],
])(
  'resuming or changing a cancelled subscription clears the field in which Stripe stores its end: %j',
  async (cancelled, cleared) => {
    answers['GET /v1/subscriptions/sub_1'] = { ...subscription, ...cancelled };
    await stripe.setCancelAtPeriodEnd('sub_1', false);
    expect(asked.at(-1)?.body).toEqual(cleared);
    const change = { subscription_id: 'sub_1', item: elite, at: now };
    await stripe.changeSubscription({ ...change, resumes: true, idempotency_key: 'c' });
    expect(asked.at(-1)?.body).toMatchObject(cleared);
    const previewed = Object.entries(cleared).map(([name, value]) => [`subscription_details[${name}]`, value]);
    await stripe.previewChange({ ...change, resumes: true });
    expect(asked.at(-1)?.body).toMatchObject(Object.fromEntries(previewed));
    await stripe.previewChange(change);
    for (const [name] of previewed) expect(asked.at(-1)?.body).not.toHaveProperty([String(name)]);
  },
);

test.each([
  ['not cancelled', null, { cancel_at_period_end: 'true' }],
  ['after the end', '2027-03-01', { cancel_at: String(second('2026-12-20')) }],
  ['before the end', '2026-12-05', { cancel_at: String(second('2026-12-05')) }],
])('a cancellation ends a subscription with its period at the latest: %s', async (_name, end, sent) => {
  answers['GET /v1/subscriptions/sub_1'] = { ...subscription, cancel_at: end && second(end) };
  await stripe.setCancelAtPeriodEnd('sub_1', true);
  expect(asked.at(-1)?.body).toEqual(sent);
});

test.each([
  ['a credit reduces the charge', { total: 5_050, starting_balance: -2_000, amount_due: 3_050 }, 3_050],
  ['an earlier debt is added', { total: 5_050, starting_balance: 30, amount_due: 5_080 }, 5_080],
  ['a credit that covers the price remains', { total: 5_050, starting_balance: -6_000, amount_due: 0 }, -950],
  ['a cheaper plan adds to the credit', { total: -5_050, starting_balance: -2_000, amount_due: 0 }, -7_050],
  ['an amount too small to be charged is due later', { total: 20, starting_balance: 0, amount_due: 0 }, 0],
])('the previewed price of a change of plan: %s', async (_name, preview, amount_cents) => {
  answers['POST /v1/invoices/create_preview'] = { ...preview, currency: 'eur' };
  const change = { subscription_id: 'sub_1', item: elite, at: now };
  expect(await stripe.previewChange(change)).toEqual({ amount_cents, currency: 'eur' });
});

test('a change of plan whose charge is declined throws PaymentDeclined', async () => {
  answers['POST /v1/subscriptions/sub_1'] = { status: 402, error: { type: 'card_error', code: 'card_declined' } };
  const change = { subscription_id: 'sub_1', item: elite, at: now, idempotency_key: 'c' };
  await expect(stripe.changeSubscription(change)).rejects.toMatchObject({ name: 'PaymentDeclined' });
});

test.each([
  [{ code: 'subscription_payment_intent_requires_action' }],
  [{ code: 'authentication_required' }],
  [{ code: 'card_declined', decline_code: 'authentication_required' }],
])('a change of plan whose charge the payer must confirm at the bank throws ConfirmationNeeded: %j', async (codes) => {
  answers['POST /v1/subscriptions/sub_1'] = { status: 402, error: { type: 'card_error', ...codes } };
  const change = { subscription_id: 'sub_1', item: elite, at: now, idempotency_key: 'c' };
  await expect(stripe.changeSubscription(change)).rejects.toMatchObject({ name: 'ConfirmationNeeded' });
});

test('a subscription can be cancelled and ended, and its card can be replaced', async () => {
  await stripe.setCancelAtPeriodEnd('sub_1', true);
  expect(asked.at(-1)?.body).toEqual({ cancel_at_period_end: 'true' });
  expect(await stripe.endSubscription('sub_1')).toMatchObject({ status: 'ended', ended_at: new Date('2026-12-01') });
  const card = { customer_id: 'cus_1', language: 'fr', return_url: 'https://flaira.example/fr/account' } as const;
  expect(await stripe.openCardPage(card)).toEqual({ url: 'https://portal.example' });
});

test('ending a subscription that has already ended returns its state, so that a repeated call succeeds', async () => {
  const gone = { status: 404, error: { type: 'invalid_request_error', code: 'resource_missing' } };
  answers['DELETE /v1/subscriptions/sub_1'] = gone;
  answers['GET /v1/subscriptions/sub_1'] = { ...subscription, status: 'canceled', ended_at: second('2026-12-01') };
  expect(await stripe.endSubscription('sub_1')).toMatchObject({ status: 'ended', ended_at: new Date('2026-12-01') });
  answers['GET /v1/subscriptions/sub_1'] = subscription;
  await expect(stripe.endSubscription('sub_1')).rejects.toMatchObject({ code: 'resource_missing' });
});

test('ending a subscription voids its open invoices, unless one was paid in the meantime', async () => {
  answers['GET /v1/invoices'] = { data: [{ id: 'in_1' }, { id: 'in_2' }] };
  answers['POST /v1/invoices/in_1/void'] = { status: 400, error: { type: 'invalid_request_error' } };
  answers['POST /v1/invoices/in_2/void'] = { id: 'in_2', status: 'void' };
  expect(await stripe.endSubscription('sub_1')).toMatchObject({ status: 'ended' });
  expect(asked.map(({ path }) => path)).toEqual([
    'DELETE /v1/subscriptions/sub_1',
    'GET /v1/invoices',
    'POST /v1/invoices/in_1/void',
    'POST /v1/invoices/in_2/void',
  ]);
  expect(asked[1]?.body).toMatchObject({ subscription: 'sub_1', status: 'open' });
});

// Transactions of a customer's balance. Stripe writes credit as a negative amount.

/** Credit that paid for the subscription. */
const used = { id: 'cbt_3', amount: 14_300, invoice };
/** Credit that a change of the subscription left. */
const left = { id: 'cbt_2', amount: -5_000, invoice };
/** A payment on the page, which pays the invoice from the balance. */
const prepaid = { id: 'cbt_4', amount: -14_300, checkout_session: { subscription: 'sub_1' } };
/** Credit of an earlier subscription. */
const earlier = {
  id: 'cbt_1',
  amount: -281_500,
  invoice: { parent: { subscription_details: { subscription: 'sub_0' } } },
};
/** An earlier correction for this subscription. */
const corrected = { id: 'cbt_5', amount: -14_300, metadata: { restores: 'sub_1' } };
/** A correction for another subscription. */
const other = { id: 'cbt_6', amount: -99, metadata: { restores: 'sub_0' } };

/** All payments were returned, or none if `cents` is zero. */
const all = (cents: number): Returned => ({ cents, uncovered_cents: cents });

const correction = (amount_cents: number, id = 'cbt_new') => ({ id, amount_cents, currency: 'eur' });

/** Restores the credit of `sub_1`, and returns the corrections with the amounts that were sent to Stripe. */
async function restoreWith(moves: readonly object[], amount: number | null, returned: Returned) {
  const path = '/v1/customers/cus_1/balance_transactions';
  const data = moves.map((one) => ({ invoice: null, checkout_session: null, metadata: {}, currency: 'eur', ...one }));
  answers[`GET ${path}`] = { object: 'list', data, has_more: false };
  answers[`POST ${path}`] = { id: 'cbt_new', amount, currency: 'eur', ending_balance: 0 };
  const corrections = await stripe.restoreCredit('sub_1', returned);
  const calls = asked.filter((one) => one.path === `POST ${path}`);
  const sent = calls.map(({ body }) => body);
  for (const body of sent) expect(body).toMatchObject({ currency: 'eur', 'metadata[restores]': 'sub_1' });
  return { corrections, amounts: sent.map(({ amount }) => amount), sent, keys: calls.map(({ key }) => key) };
}

test.each([
  ['credit that was used becomes credit again', [used, earlier], -14_300, [correction(14_300)]],
  ['credit that a change left is withdrawn', [left, earlier], 5_000, [correction(-5_000)]],
  ['both together', [used, left, other], -9_300, [correction(9_300)]],
  ['a payment that went through the balance was no credit', [used, prepaid], null, []],
  ['a second call corrects nothing', [corrected, used], null, [correction(14_300, 'cbt_5')]],
  [
    'a later invoice is corrected too',
    [left, corrected, used],
    5_000,
    [correction(14_300, 'cbt_5'), correction(-5_000)],
  ],
  ['credit of another subscription stays', [earlier, other], null, []],
])('the credit of a refunded subscription: %s', async (_name, moves, amount, corrections) => {
  const made = await restoreWith(moves, amount, 'everything');
  expect(made).toMatchObject({ corrections, amounts: amount === null ? [] : [String(amount)] });
});

/** The payment of the first invoice used €2,815 of credit, and a change then left €2,700. Newest first, as at Stripe. */
const usedThenLeft = [
  { id: 'cbt_8', amount: -270_000, invoice: { ...invoice, id: 'in_8' } },
  { id: 'cbt_7', amount: 281_500, invoice: { ...invoice, id: 'in_7' } },
  earlier,
];
const withdrawn = { id: 'cbt_9', amount: 14_300, metadata: { restores: 'sub_1' } };

test.each([
  ['credit that was used stays used', [used, earlier], 14_300, null, []],
  ['credit that a change left is withdrawn', [left, earlier], 14_300, 5_000, [correction(-5_000)]],
  ['credit that was used is not deducted', usedThenLeft, 295_800, 270_000, [correction(-270_000)]],
  ['only the returned amount is withdrawn', usedThenLeft, 14_300, 14_300, [correction(-14_300)]],
  ['a second call withdraws nothing', [withdrawn, ...usedThenLeft], 14_300, null, [correction(-14_300, 'cbt_9')]],
  [
    'not more than the customer’s credit is withdrawn',
    [{ id: 'cbt_10', amount: 265_000 }, ...usedThenLeft],
    295_800,
    5_000,
    [correction(-5_000)],
  ],
  [
    'credit that a later invoice of the subscription used is not withdrawn',
    [{ id: 'cbt_11', amount: 3_000, invoice: { ...invoice, id: 'in_9' } }, left, earlier],
    14_300,
    2_000,
    [correction(-2_000)],
  ],
  [
    'credit that a voided invoice used and returned is not withdrawn',
    [{ ...used, id: 'cbt_12', amount: -14_300 }, used, earlier],
    14_300,
    null,
    [],
  ],
])('credit after the bank returned the payments: %s', async (_name, moves, returned, amount, corrections) => {
  const made = await restoreWith(moves, amount, all(returned));
  expect(made).toMatchObject({ corrections, amounts: amount === null ? [] : [String(amount)] });
});

test('a withdrawal takes the credit that was left and gives back the credit that was used', async () => {
  const { amounts } = await restoreWith(usedThenLeft, null, 'everything');
  expect(amounts[0]).toBe('270000');
  const both = [{ ...corrected, amount: -281_500 }, { ...withdrawn, amount: 270_000 }, ...usedThenLeft];
  asked.length = 0;
  expect((await restoreWith(both, null, all(295_800))).amounts).toEqual([]);
  expect((await restoreWith(both.slice(1), -281_500, 'everything')).amounts).toEqual(['-281500']);
});

/** A correction after a return of money, and the correction that undoes it. */
const unpaid = { id: 'cbt_13', amount: 5_000, metadata: { restores: 'sub_1', unpaid: 'true' } };
const undone = { ...unpaid, id: 'cbt_14', amount: -5_000 };

test.each([
  ['the return fails later: the credit comes back', [unpaid, left], 0, ['-5000']],
  ['the return fails later: nothing comes back twice', [undone, unpaid, left], 0, []],
  ['the money is returned again: the credit is withdrawn again', [undone, unpaid, left], 14_300, ['5000']],
  ['the refund after a withdrawal fails: the credit stays withdrawn', [{ ...withdrawn, amount: 5_000 }, left], 0, []],
  ['nothing was returned: nothing is withdrawn', [left, earlier], 0, []],
  [
    'an invoice used the credit, and an earlier call ended before it checked: the debt of 30 euros is removed',
    [{ id: 'cbt_15', amount: 3_000 }, unpaid, left],
    14_300,
    ['-3000'],
  ],
  [
    'an invoice used the credit before the correction: nothing is withdrawn after a withdrawal',
    [{ id: 'cbt_15', amount: 5_000 }, left],
    'everything',
    [],
  ],
] as const)('credit if %s', async (_name, moves, returned, amounts) => {
  const made = await restoreWith(moves, null, returned === 'everything' ? returned : all(returned));
  expect(made.amounts).toEqual(amounts);
  for (const body of made.sent) expect(body).toHaveProperty('metadata[unpaid]', 'true');
});

test.each([
  [14_300, 5_000, ['5000', '-5000']],
  [14_300, 2_000, ['5000', '-2000']],
  ['everything', 2_000, ['5000', '-2000']],
] as const)('after a return of %s, a renewal during the correction leaves no debt of %d cents', async (...row) => {
  const [returned, debt, amounts] = row;
  const path = 'POST /v1/customers/cus_1/balance_transactions';
  // The second correction ends at zero, because it removes the debt that the first one left.
  let balance: number = debt;
  Object.defineProperty(answers, path, {
    get: () => {
      const { amount } = asked.at(-1)?.body ?? {};
      const answer = { id: `cbt_${asked.length}`, amount: Number(amount), currency: 'eur', ending_balance: balance };
      balance = 0;
      return answer;
    },
    set: () => {},
  });
  const made = await restoreWith([left], null, returned === 'everything' ? returned : all(returned));
  expect(made.amounts).toEqual(amounts);
  expect(made.corrections.map(({ amount_cents }) => amount_cents)).toEqual(amounts.map((amount) => -Number(amount)));
  expect(new Set(made.keys).size).toBe(2);
});

test('a withdrawal whose first attempt ended between its two corrections leaves no debt of 30 euros', async () => {
  const half = [{ ...withdrawn, amount: 5_000 }, { id: 'cbt_15', amount: 3_000 }, left];
  expect((await restoreWith(half, null, 'everything')).amounts).toEqual(['-3000']);
  const repaired = [{ ...corrected, amount: -3_000 }, ...half];
  asked.length = 0;
  expect((await restoreWith(repaired, null, 'everything')).amounts).toEqual([]);
});

test('a withdrawal makes earlier corrections final, so a refund that fails a month later gives nothing back', async () => {
  answers['POST /v1/customers/cus_1/balance_transactions/cbt_13'] = { id: 'cbt_13' };
  expect((await restoreWith([unpaid, left], null, 'everything')).amounts).toEqual([]);
  expect(asked.filter(({ path }) => path.endsWith('/cbt_13')).map(({ body }) => body)).toEqual([
    { 'metadata[unpaid]': 'final' },
  ]);
  const final = { ...unpaid, metadata: { ...unpaid.metadata, unpaid: 'final' } };
  asked.length = 0;
  expect((await restoreWith([final, left], null, all(0))).amounts).toEqual([]);
  expect((await restoreWith([final, left], null, all(14_300))).amounts).toEqual([]);
  expect((await restoreWith([final, left], null, 'everything')).amounts).toEqual([]);
  expect(asked.filter(({ path }) => path.includes('/cbt_'))).toEqual([]);
  // A correction that was undone before the withdrawal does not count as a withdrawal of credit.
  const undoneToo = { ...undone, metadata: final.metadata };
  expect((await restoreWith([undoneToo, final, left], 5_000, all(14_300))).amounts).toEqual(['5000']);
});

test.each([
  ['a kept payment covers it: nothing is withdrawn', [left], 14_300, 0, []],
  ['a kept payment covers a part of it: the rest is withdrawn', [left], 14_300, 3_000, ['3000']],
  ['more of it is covered later: the credit stays withdrawn', [unpaid, left], 14_300, 0, []],
  ['the return of one of two payments fails: the difference comes back', [unpaid, left], 3_000, 0, ['-2000']],
])('credit after one of two payments was returned, if %s', async (_name, moves, cents, uncovered_cents, amounts) => {
  expect((await restoreWith(moves, null, { cents, uncovered_cents })).amounts).toEqual(amounts);
});

test('a correction of the same amount has another key after the first one was undone', async () => {
  const [first] = (await restoreWith([left], 5_000, all(14_300))).keys;
  asked.length = 0;
  const [second] = (await restoreWith([undone, unpaid, left], 5_000, all(14_300))).keys;
  expect([typeof first, second === first]).toEqual(['string', false]);
});

test('the credit of a customer who was deleted at Stripe cannot be restored', async () => {
  const gone = { status: 404, error: { type: 'invalid_request_error', code: 'resource_missing' } };
  answers['GET /v1/customers/cus_1/balance_transactions'] = gone;
  await expect(stripe.restoreCredit('sub_1', 'everything')).rejects.toMatchObject({ name: 'CustomerGone' });
  answers['GET /v1/subscriptions/sub_1'] = { ...subscription, customer: { id: 'cus_1', deleted: true } };
  await expect(stripe.restoreCredit('sub_1', 'everything')).rejects.toMatchObject({ name: 'CustomerGone' });
});

test('a refund above the remaining amount throws an error with that amount; other refusals stay faults', async () => {
  answers['POST /v1/refunds'] = { status: 400, error: { type: 'invalid_request_error' } };
  answers['GET /v1/payment_intents/pi_1'] = { latest_charge: { amount_captured: 900, amount_refunded: 500 } };
  const refund = (amount_cents: number) => stripe.refund({ payment_id: 'pi_1', amount_cents, idempotency_key: 'r' });
  await expect(refund(401)).rejects.toMatchObject({ name: 'RefundTooHigh', left_cents: 400 });
  await expect(refund(400)).rejects.toMatchObject({ type: 'StripeInvalidRequestError' });
});

test('a call that the provider does not answer throws PaymentUnavailable', async () => {
  answers['POST /v1/refunds'] = { status: 503, error: { type: 'api_error' } };
  const refund = stripe.refund({ payment_id: 'pi_1', idempotency_key: 'r' });
  await expect(refund).rejects.toMatchObject({ name: 'PaymentUnavailable' });
});
