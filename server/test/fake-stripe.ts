import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { StripeAddress } from '#server/platform/payments/open-stripe.ts';

export interface Asked {
  readonly path: string;
  readonly body: Record<string, string>;
  readonly key: string | undefined;
}

/** Returns an instant in seconds since 1970, as Stripe's API writes it. */
export const second = (text: string) => Math.floor(new Date(text).getTime() / 1000);
export const metadata = { reference_kind: 'subscription', reference_id: 'r1', user_id: 'u1' };

export const subscription = {
  id: 'sub_1',
  object: 'subscription',
  customer: 'cus_1',
  status: 'active',
  metadata,
  start_date: second('2026-11-20'),
  cancel_at_period_end: false,
  cancel_at: null,
  ended_at: null,
  items: {
    data: [
      {
        id: 'si_1',
        current_period_start: second('2026-11-20'),
        current_period_end: second('2026-12-20'),
        price: {
          id: 'price_1',
          unit_amount: 29_000,
          currency: 'eur',
          recurring: { interval: 'month' },
          metadata: { sku: 'elite_monthly' },
        },
      },
    ],
  },
};

export const invoice = {
  id: 'in_1',
  object: 'invoice',
  status: 'paid',
  total: 29_000,
  amount_paid: 29_000,
  amount_due: 29_000,
  currency: 'eur',
  billing_reason: 'subscription_cycle',
  attempt_count: 1,
  next_payment_attempt: null,
  period_start: 0,
  period_end: 0,
  status_transitions: { paid_at: second('2026-12-20') },
  parent: { subscription_details: { subscription: 'sub_1', metadata } },
  payments: { data: [{ status: 'paid', payment: { type: 'payment_intent', payment_intent: 'pi_9' } }] },
  lines: {
    data: [
      { description: 'Elite', amount: 29_000, period: { start: second('2026-12-20'), end: second('2027-01-20') } },
    ],
  },
};

export const page = { id: 'cs_1', url: 'https://pay.example/cs_1', expires_at: second('2026-11-20T12:00:00Z') };

/** Responses of Stripe's API by method and path. Each value is a response, or an error with a status. */
export type Answers = Record<string, Record<string, unknown>>;
const usual: Answers = {
  'POST /v1/checkout/sessions': page,
  'GET /v1/prices': { data: [] },
  'POST /v1/prices': { id: 'price_new' },
  'POST /v1/refunds': { id: 're_1', amount: 500 },
  'GET /v1/subscriptions/sub_1': subscription,
  'POST /v1/subscriptions/sub_1': subscription,
  'DELETE /v1/subscriptions/sub_1': { ...subscription, status: 'canceled', ended_at: second('2026-12-01') },
  'GET /v1/invoices': { data: [] },
  'GET /v1/invoices/in_1': invoice,
  'POST /v1/invoices/create_preview': { total: 5_050, starting_balance: 0, amount_due: 5_050, currency: 'eur' },
  'GET /v1/customers/cus_1/balance_transactions': { object: 'list', data: [], has_more: false },
  'POST /v1/billing_portal/sessions': { url: 'https://portal.example' },
  'POST /v1/checkout/sessions/cs_1/expire': { ...page, status: 'expired' },
};

/**
 * Starts a stand-in for Stripe's API on this machine, which the real SDK can call. It returns prepared responses,
 * records the requests, and stops with the test.
 */
export async function aFakeStripe() {
  const asked: Asked[] = [];
  const answers: Answers = { ...usual };
  const server = createServer(async (req, res) => {
    let text = '';
    for await (const chunk of req) text += chunk;
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://stripe');
    const body = Object.fromEntries([...searchParams, ...new URLSearchParams(text)]);
    asked.push({ path: `${req.method} ${pathname}`, body, key: req.headers['idempotency-key'] as string | undefined });
    const answer = answers[`${req.method} ${pathname}`];
    const status = answer ? (typeof answer.status === 'number' ? answer.status : 200) : 404;
    res
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer ?? { error: { type: 'invalid_request_error' } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const address: StripeAddress = { host: '127.0.0.1', port, protocol: 'http' };
  return { asked, answers, address };
}
