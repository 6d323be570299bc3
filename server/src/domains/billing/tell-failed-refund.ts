import { listAdmins, mailPerson } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { OutboxEvents } from '#server/platform/outbox/outbox.ts';
import { moneyIn, refundReason } from './words.ts';

/**
 * Emails the administrators that a refund of a plan did not reach the member. The member has already got a credit note,
 * and the service does not try again. A failed refund of an appointment has an entry in the inbox instead.
 */
export async function tellFailedRefund(ctx: Context, failed: OutboxEvents['payments.refundFailed']): Promise<void> {
  const { refund_id, payment_id, reference, amount_cents, currency, reason } = failed;
  if (reference.kind !== 'subscription') return;
  for (const admin of await listAdmins(ctx.db))
    await mailPerson(ctx, ctx.db, admin, 'plan_refund_failed', {
      values: {
        amount: moneyIn(admin.language, amount_cents, currency),
        reason: refundReason(admin.language, reason),
      },
      path: `/admin/payments?q=${payment_id}`,
      key: `plan_refund_failed:${refund_id}:${admin.id}`,
    });
}
