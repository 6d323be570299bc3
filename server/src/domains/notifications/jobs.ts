import * as z from 'zod';
import { choicesOf, findUser, isClosed } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { sendDigests } from './digest/send-digests.ts';
import type { Held } from './hold.ts';
import { forgetOldNews } from './notify.ts';
import { emitPush } from './push/queue-pushes.ts';

export function defineNotificationJobs(ctx: Context): void {
  const every = (job: string, cron: string, work: () => Promise<unknown>) =>
    ctx.jobs.define(`notifications.${job}`, z.object({}), async () => void (await work()), { cron });
  every('releaseHeld', '* * * * *', () => releaseHeld(ctx));
  every('sendDigests', '5 * * * *', () => sendDigests(ctx));
  every('forgetOld', '50 3 * * *', () => withSystem(ctx.system, (tx) => forgetOldNews(tx, ctx.clock.now())));
}

/**
 * Sends delayed messages whose quiet hours are over, unless the person no longer wants them. Each message is sent in a
 * separate transaction, so that one bad message does not delay those of other people.
 */
async function releaseHeld(ctx: Context): Promise<void> {
  const due = await withSystem(ctx.system, (tx) =>
    tx.selectFrom('held_messages').select('id').where('release_at', '<=', ctx.clock.now()).orderBy('id').execute(),
  );
  await oneByOne(ctx.log, due, ({ id }) =>
    withSystem(ctx.system, async (tx) => {
      const row = await tx.deleteFrom('held_messages').where('id', '=', id).returningAll().executeTakeFirst();
      if (row) await release(ctx, tx, row as unknown as Held);
    }),
  );
}

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
