import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { type EventKind, retryEvents } from '#server/platform/outbox/retry-events.ts';
import { Refusal } from '#server/platform/refusal.ts';

type What = { readonly what: EventKind } | { readonly what: 'job'; readonly name: string };

/**
 * Retries failed work now. This is safe at any time, because a subscriber or a job that runs twice has the same effect
 * as one that runs once.
 */
export function tryAgain(ctx: Context, admin: SignedIn, asked: What): Promise<{ count: number }> {
  return withSystem(ctx.system, async (tx) => {
    const count = asked.what === 'job' ? await retryJobs(ctx, asked.name) : await retryEvents(tx, asked.what);
    await ctx.audit.record(tx, {
      actor: admin.userId,
      actor_role: admin.role,
      action: 'system.triedAgain',
      subject: `queue:${asked.what === 'job' ? asked.name : asked.what}`,
      patient_id: null,
      reason: 'administration',
      details: { count },
    });
    return { count };
  });
}

async function retryJobs(ctx: Context, name: string): Promise<number> {
  const queues = await ctx.jobs.measure();
  if (!queues.some((queue) => queue.name === name)) throw new Refusal('NOT_FOUND');
  return ctx.jobs.retryFailed(name);
}
