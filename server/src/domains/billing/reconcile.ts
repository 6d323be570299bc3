import * as z from 'zod';
import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { bookMove } from '#server/platform/ledger/book-move.ts';
import { compare, keepDifferences } from '#server/platform/ledger/differences.ts';
import { bookMissing } from './book-missing.ts';

declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** An amount differs between ledger and payment provider, so the team has to check it. */
    'billing.balanceDiffers': { difference_id: string };
    /** Ledger and payment provider agree again on an amount. */
    'billing.balanceAgrees': { difference_id: string };
  }
}

const DAY_MS = 86_400_000;
/**
 * The number of milliseconds by which a run overlaps the previous run. The provider may add a movement of its balance
 * late, and the overlap includes it.
 */
const OVERLAP_MS = 3 * DAY_MS;
/** The number of milliseconds for which a missing webhook event is not treated as a difference. */
const GRACE_MS = 3_600_000;

export function defineReconciliationJob(ctx: Context): void {
  ctx.jobs.define('billing.reconcile', z.object({}), () => reconcile(ctx), { cron: '17 3 * * *' });
}

/**
 * Compares the ledger with the payment provider's own books. It first posts the payments, refunds, disputes and
 * invoices that the ledger lacks. Then it reads the movements of the provider's balance, posts fees, payouts and
 * conversions, and updates the list of differences. It may run several times a day, and several runs may overlap.
 */
export async function reconcile(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await bookMissing(ctx);
  const from = await startOf(ctx, now);
  const moves = await ctx.payments.listBalanceMoves(from, now);
  await withSystem(ctx.system, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('billing.reconcile', 0))`.execute(tx);
    let moves_count = 0;
    for (const move of moves) {
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('provider_moves')
        .values(move)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst();
      if (!numInsertedOrUpdatedRows) continue;
      moves_count++;
      await bookMove(tx, move);
    }
    const differing = await compare(tx, new Date(now.getTime() - GRACE_MS));
    const { found, settled, open } = await keepDifferences(tx, differing, now);
    for (const difference_id of found)
      await ctx.outbox.emit(tx, 'billing.balanceDiffers', { difference_id }, { key: difference_id });
    for (const difference_id of settled)
      await ctx.outbox.emit(tx, 'billing.balanceAgrees', { difference_id }, { key: difference_id });
    await tx
      .insertInto('ledger_reconciliations')
      .values({ at: now, moves_from: from, moves_until: now, moves_count, differs_count: open })
      .execute();
    await sql`select ledger_validate(${now})`.execute(tx);
  });
}

/** Returns the time from which movements are read. The first run reads everything since the first payment. */
async function startOf({ system }: Context, now: Date): Promise<Date> {
  return withSystem(system, async (tx) => {
    const last = await tx
      .selectFrom('ledger_reconciliations')
      .select('moves_until')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (last) return new Date(last.moves_until.getTime() - OVERLAP_MS);
    const first = await tx.selectFrom('payments').select('paid_at').orderBy('paid_at').limit(1).executeTakeFirst();
    return new Date((first?.paid_at ?? now).getTime() - DAY_MS);
  });
}
