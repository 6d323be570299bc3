import { randomUUIDv7 } from 'node:crypto';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';

/**
 * Adds an inbox entry about a difference between the ledger and the payment provider. A repeated event adds no second
 * entry.
 */
export const askAboutBalance = (ctx: Context, difference_id: string): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const known = await tx
      .selectFrom('appointment_inbox')
      .select('id')
      .where('difference_id', '=', difference_id)
      .executeTakeFirst();
    if (known) return;
    await tx
      .insertInto('appointment_inbox')
      .values({
        id: randomUUIDv7(),
        appointment_id: null,
        kind: 'balance_differs',
        created_at: ctx.clock.now(),
        difference_id,
      })
      .execute();
    await ctx.realtime.publish(tx, { role: 'admin' }, { kind: 'inbox.changed' });
  });

/** Marks the inbox entry as handled, because ledger and payment provider agree again. */
export const settleBalance = (ctx: Context, difference_id: string): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    await tx
      .updateTable('appointment_inbox')
      .set({ handled_at: ctx.clock.now() })
      .where('difference_id', '=', difference_id)
      .where('handled_at', 'is', null)
      .execute();
    await ctx.realtime.publish(tx, { role: 'admin' }, { kind: 'inbox.changed' });
  });
