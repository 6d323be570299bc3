import { choicesOf } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import type { Held } from './hold.ts';
import { emitPush } from './push/queue-pushes.ts';

const AT_A_TIME = 200;

/**
 * Sends held messages whose quiet hours are over, unless the person no longer wants them. Returns the number of
 * messages that were due.
 */
export const releaseHeld = (ctx: Context): Promise<number> =>
  withSystem(ctx.system, async (tx) => {
    const due = await tx
      .deleteFrom('held_messages')
      .where('id', 'in', (query) =>
        query
          .selectFrom('held_messages')
          .select('id')
          .where('release_at', '<=', ctx.clock.now())
          .orderBy('release_at')
          .orderBy('id')
          .limit(AT_A_TIME)
          .forUpdate()
          .skipLocked(),
      )
      .returningAll()
      .execute();
    for (const row of due.sort((a, b) => (a.id < b.id ? -1 : 1))) await release(ctx, tx, row as unknown as Held);
    return due.length;
  });

async function release(ctx: Context, tx: Tx, held: Held): Promise<void> {
  const { topics } = await choicesOf(tx, held.user_id);
  const wanted = topics[held.topic];
  if (held.channel === 'mail' && wanted.email) await ctx.mail.send(tx, held.message, { key: held.key });
  if (held.channel === 'push' && wanted.push) await emitPush(ctx, tx, held.user_id, held.message, held.key);
}
