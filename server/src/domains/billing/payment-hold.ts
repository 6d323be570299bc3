import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';

/** A doctor wants to talk before anything else, or has talked: until then no payment page opens. */
export async function setPaymentHold(ctx: Context, tx: Tx, userId: string, isNeeded: boolean): Promise<void> {
  await tx.deleteFrom('payment_holds').where('user_id', '=', userId).execute();
  if (isNeeded) await tx.insertInto('payment_holds').values({ user_id: userId, since: ctx.clock.now() }).execute();
}

export async function isHeld(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx.selectFrom('payment_holds').select('user_id').where('user_id', '=', userId).executeTakeFirst();
  return row !== undefined;
}
