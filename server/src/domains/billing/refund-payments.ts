import * as z from 'zod';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { giveBack } from './give-back.ts';
import { listPayments } from './subscriptions.queries.ts';

const DAY_MS = 86_400_000;
const DISPUTED_JOB = 'billing.settleDisputed';
const Disputed = z.object({ subscription_id: z.string() });

/**
 * Defines a job for subscriptions with a disputed payment. A day later, it starts another attempt to refund the
 * payments. The job only emits an event, and a subscriber of the event makes the refunds. If the provider is down, the
 * outbox retries a subscriber for longer than the queue retries a job.
 */
export function defineDisputedJob(ctx: Context): void {
  ctx.jobs.define(DISPUTED_JOB, Disputed, (payload) => ctx.outbox.emit(ctx.db, 'billing.withdrawn', payload));
}

/**
 * Refunds the rest of each payment of a subscription. Each payment has its own key, so it is refunded only once. A
 * disputed payment cannot be refunded until the bank has decided, so the service tries again every day. After a lost
 * dispute, nothing of the disputed amount is left to refund.
 */
export async function refundPayments(ctx: Context, providerId: string): Promise<void> {
  const payments = await withSystem(ctx.system, async (tx) => {
    const listed = await listPayments(tx, providerId);
    if (listed.some(({ is_disputed }) => is_disputed)) {
      const startAfter = new Date(ctx.clock.now().getTime() + DAY_MS);
      await ctx.jobs.send(tx, DISPUTED_JOB, { subscription_id: providerId }, { startAfter, key: providerId });
    }
    return listed;
  });
  for (const { id, left_cents } of payments) if (left_cents > 0) await giveBack(ctx, id, `satisfaction:${id}`);
}
