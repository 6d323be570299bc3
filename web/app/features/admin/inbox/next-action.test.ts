import { expect, test } from 'vitest';
import type { InboxRow } from '#contract/appointments-admin.ts';
import { nextActionOf, pathOf } from './next-action.ts';

const row = (over: Partial<InboxRow>) =>
  ({
    kind: 'request',
    requested_treatment: 'Laser',
    appointment_id: 'a1',
    dispute_id: null,
    difference: null,
    payment: null,
    ...over,
  }) as InboxRow;

test.each([
  ['a request', {}, 'offer', '/admin?a=a1'],
  ['a benefit of a plan', { requested_treatment: 'VIP event' }, 'decide', '/admin?a=a1'],
  ['a question about a benefit', { kind: 'question', requested_treatment: 'VIP event' }, 'answer', '/admin?a=a1'],
  ['an offer about to expire', { kind: 'offer_expiring' }, 'remind', '/admin?a=a1'],
  ['a time that nobody chose', { kind: 'alternatives_over' }, 'time', '/admin?a=a1'],
  ['a payment that failed', { kind: 'payment_failed' }, 'contact', '/admin?a=a1'],
  ['a practitioner who may no longer work', { kind: 'practitioner_unable' }, 'decide', '/admin?a=a1'],
  ['a message that nobody read', { kind: 'message_unread' }, 'contact', '/admin?a=a1'],
  ['a kind of a later release', { kind: 'from_the_moon' as InboxRow['kind'] }, 'read', '/admin?a=a1'],
  ['a dispute', { kind: 'payment_disputed', dispute_id: 'dp_1' }, 'evidence', '/admin/payments/disputes/dp_1'],
  [
    'a payment of an erased patient',
    { kind: 'refund_undecided', appointment_id: null, payment: { id: 'pi_1', amount_cents: 1, currency: 'eur' } },
    'decide',
    '/admin/payments?q=pi_1',
  ],
  [
    'a difference',
    { kind: 'balance_differs', difference: { subject: 'p', ledger_cents: 1, provider_cents: 2, currency: 'eur' } },
    'compare',
    '/admin/ledger?show=differences',
  ],
] as const)('the inbox entry for %s has the expected action and page', (_what, over, action, path) => {
  expect([nextActionOf(row(over)), pathOf(row(over))]).toEqual([action, path]);
});
