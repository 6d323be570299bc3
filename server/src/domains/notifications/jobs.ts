import * as z from 'zod';
import { choicesOf, findUser, isClosed } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { sendDigests } from './digest/send-digests.ts';
import type { Held } from './hold.ts';
import { forgetOldNews } from './notify.ts';
import { emitPush } from './push/queue-pushes.ts';

/** The maximum number of delayed messages that one run sends. */
const AT_A_TIME = 200;

export function defineNotificationJobs(ctx: Context): void {
  const every = (job: string, cron: string, work: () => Promise<unknown>) =>
    ctx.jobs.define(`notifications.${job}`, z.object({}), async () => void (await work()), { cron });
  every('releaseHeld', '* * * * *', () => releaseHeld(ctx));
  every('sendDigests', '5 * * * *', () => sendDigests(ctx));
  every('forgetOld', '50 3 * * *', () => withSystem(ctx.system, (tx) => forgetOldNews(tx, ctx.clock.now())));
}

/**
 * Sends delayed messages whose quiet hours are over, unless the person no longer wants them. Returns the number of
 * messages that were due.
 */
const releaseHeld = (ctx: Context): Promise<number> =>
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

/**
 * Sends a delayed message if the person still wants it. An email is sent to the person's current address, which may
 * have changed during the delay.
 */
async function release(ctx: Context, tx: Tx, held: Held): Promise<void> {
  const { topics } = await choicesOf(tx, held.user_id);
  const wanted = topics[held.topic];
  if (held.channel === 'mail' && wanted.email) {
    const person = await findUser(tx, held.user_id);
    if (person && !isClosed(person.email))
      await ctx.mail.send(tx, { ...held.message, to: person.email }, { key: held.key });
  }
  if (held.channel === 'push' && wanted.push) await emitPush(ctx, tx, held.user_id, held.message, held.key);
}
