import type { InboxKind, InboxRow } from '#contract/appointments-admin.ts';
import { Benefits } from '#contract/benefits.ts';
import { nameOfKind } from './lines.ts';

const actions = {
  request: 'offer',
  question: 'answer',
  reschedule: 'decide',
  cancel: 'decide',
  cancelled: 'read',
  paid: 'read',
  paid_late: 'read',
  payment_mismatch: 'decide',
  payment_disputed: 'evidence',
  payment_failed: 'contact',
  refund_failed: 'decide',
  refund_undecided: 'decide',
  offer_expiring: 'remind',
  offer_expired: 'offer',
  alternatives_over: 'time',
  practitioner_unable: 'decide',
  balance_differs: 'compare',
  message_unread: 'contact',
  // The action for a kind that only a newer release of the service knows.
  other: 'read',
} as const satisfies Record<InboxKind | 'other', string>;

/**
 * Returns the next action for an entry. The text of its button is `inbox.next.*`. Benefits of a subscription plan need
 * no offer, so the action for a requested benefit is `decide`.
 */
export const nextActionOf = ({ kind, requested_treatment }: InboxRow) =>
  actions[kind] === 'offer' && Benefits.some((name) => name === requested_treatment)
    ? 'decide'
    : actions[nameOfKind(kind)];

/** Returns the address of the page on which the action is done. */
export function pathOf({ dispute_id, difference, payment, appointment_id }: InboxRow): string {
  if (dispute_id) return `/admin/payments/disputes/${dispute_id}`;
  if (payment) return `/admin/payments?q=${payment.id}`;
  return difference ? '/admin/ledger?show=differences' : `/admin?a=${appointment_id}`;
}
