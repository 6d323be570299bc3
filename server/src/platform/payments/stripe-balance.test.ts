import { expect, test } from 'vitest';
import { aFakeStripe, second } from '../../../test/fake-stripe.ts';
import { createStripeGateway } from './stripe-gateway.ts';

const created = second('2026-11-20T10:00:00Z');
const one = (id: string, type: string, amount: number, source: object | null, more: object = {}) => ({
  id: `txn_${id}`,
  object: 'balance_transaction',
  type,
  amount,
  currency: 'eur',
  fee: 0,
  created,
  source,
  ...more,
});
const charge = { object: 'charge', id: 'ch_1', payment_intent: 'pi_1', amount: 42_000, currency: 'eur' };
const refund = { object: 'refund', id: 're_1', payment_intent: 'pi_1', amount: 10_500, currency: 'eur' };
const dispute = { object: 'dispute', id: 'dp_1', payment_intent: 'pi_1', amount: 31_500, currency: 'eur' };

test('balance transactions are read from all pages, each with its payment and the currency of the payment', async () => {
  const { address, answers, asked } = await aFakeStripe();
  const data = [
    one('1', 'charge', 42_000, charge, { fee: 655 }),
    one('2', 'refund', -10_500, refund),
    one('3', 'refund_failure', 10_500, refund),
    one('4', 'adjustment', -31_500, dispute, { fee: 2_000 }),
    one('5', 'adjustment', 31_500, dispute),
    one('6', 'charge', 10_400, { ...charge, id: 'ch_2', payment_intent: 'pi_2', amount: 40_000, currency: 'aed' }),
    one('7', 'stripe_fee', -300, null),
    one('8', 'payout', -30_000, { object: 'payout', id: 'po_1', amount: 30_000, currency: 'eur' }),
    one('9', 'adjustment', -77, null),
  ];
  answers['GET /v1/balance_transactions'] = { object: 'list', data, has_more: false, url: '/v1/balance_transactions' };
  const gateway = createStripeGateway({ secretKey: 'sk_x', webhookSecret: 'whsec_x' }, () => new Date(), address);
  const moves = await gateway.listBalanceMoves(new Date('2026-11-19T00:00:00Z'), new Date('2026-11-21T00:00:00Z'));
  const said = moves.map(({ id, kind, payment_id, source_id, amount_cents, currency, settled_cents, fee_cents }) =>
    [id, kind, payment_id, source_id, `${amount_cents} ${currency}`, settled_cents, fee_cents].join(' '),
  );
  expect(said).toEqual([
    'txn_1 payment pi_1 ch_1 42000 eur 42000 655',
    'txn_2 refund pi_1 re_1 -10500 eur -10500 0',
    'txn_3 refund pi_1 re_1 10500 eur 10500 0',
    'txn_4 dispute pi_1 dp_1 -31500 eur -31500 2000',
    'txn_5 dispute pi_1 dp_1 31500 eur 31500 0',
    'txn_6 payment pi_2 ch_2 40000 aed 10400 0',
    'txn_7 fee   -300 eur -300 0',
    'txn_8 payout  po_1 -30000 eur -30000 0',
    'txn_9 other   -77 eur -77 0',
  ]);
  expect(moves[0]?.at).toEqual(new Date('2026-11-20T10:00:00Z'));
  expect(asked.at(-1)?.body).toMatchObject({
    'created[gte]': String(second('2026-11-19')),
    'created[lt]': String(second('2026-11-21')),
    'expand[0]': 'data.source',
  });
});
