import { sql } from 'kysely';
import * as z from 'zod';
import { Id } from '#contract/base.ts';
import { CommunityLimits } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import './events.ts';

export const TellDecision = z.object({ decision_id: Id });
export const TELL_JOB = 'community.tellDecision';

/** Returns the moment until which a decision can be undone. Nobody is notified of the decision earlier. */
export const undoableUntil = (decided: Date): Date => new Date(decided.getTime() + CommunityLimits.undo_s * 1000);

/** Schedules the notification about a decision, in the transaction of the decision. */
export const tellLater = (ctx: Context, tx: Tx, decision_id: string): Promise<unknown> =>
  ctx.jobs.send(tx, TELL_JOB, { decision_id }, { startAfter: undoableUntil(ctx.clock.now()) });

/**
 * Notifies the affected person and the reporters of a decision, unless it was undone. Afterwards the decision cannot be
 * undone. The job may run twice without harm.
 */
export const tellDecision = (ctx: Context, { decision_id }: z.output<typeof TellDecision>): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const { rows } = await sql`update decisions set told_at = ${ctx.clock.now()}
      where id = ${decision_id} and undone_at is null and told_at is null returning id`.execute(tx);
    if (rows.length > 0) await ctx.outbox.emit(tx, 'community.decided', { decision_id }, { key: decision_id });
  });
