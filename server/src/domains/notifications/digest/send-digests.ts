import { sql } from 'kysely';
import { choicesOf, findUser, listDigestReaders, mailPerson } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { messagesOf } from '#server/platform/messages.ts';
import { quietUntil } from '../quiet-hours.ts';
import { gatheredKinds, lastDue } from './digest.ts';
import '../notifications.table.ts';

const catalogues = messagesOf<string>('telling');
const ZONE = 'Europe/Paris';

/**
 * Sends a digest to each person who chose digests and whose day or week is over. Each person's digest is sent in a
 * separate transaction.
 */
export async function sendDigests(ctx: Context): Promise<void> {
  const readers = await withSystem(ctx.system, async (tx) => {
    const found = await listDigestReaders(tx);
    await forgetOthers(tx, found);
    return found;
  });
  const all = readers.map((reader) => ({ id: reader.user_id, ...reader }));
  await oneByOne(ctx.log, all, ({ user_id, digest }) =>
    withSystem(ctx.system, async (tx) => {
      const { quiet, topics } = await choicesOf(tx, user_id);
      const now = ctx.clock.now();
      if (quietUntil(now, quiet)) return;
      const to = lastDue(now, digest, quiet?.zone ?? ZONE);
      const from = await takePeriod(tx, user_id, to, now);
      if (from)
        await send(
          ctx,
          tx,
          user_id,
          gatheredKinds((topic) => topics[topic].email),
          { from, to },
        );
    }),
  );
}

/**
 * Deletes the time of the last digest for people who get no digest any more. If they choose digests again, the first
 * digest leaves out the news of the meantime, which was emailed at once. News that was waiting for a digest when the
 * person switched digests off is not emailed. It appears only in the list of notifications.
 */
const forgetOthers = (tx: Tx, readers: readonly { readonly user_id: string }[]): Promise<unknown> =>
  sql`delete from digests where user_id <> all(${readers.map(({ user_id }) => user_id)}::uuid[])`.execute(tx);

/**
 * Marks a period as sent, and returns the time from which news is counted. This is the time of the last digest, even if
 * it was longer ago than usual: the service was down, or the person now chooses a daily instead of a weekly digest. The
 * first run after the person chose digests only stores the time of the run, so that the first digest does not repeat
 * earlier news. Returns undefined for this first run, and if no digest is due.
 *
 * @param to the moment at which the digest was due
 */
async function takePeriod(tx: Tx, userId: string, to: Date, now: Date): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('digests')
    .select('sent_at')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (row && row.sent_at >= to) return undefined;
  await tx
    .insertInto('digests')
    .values({ user_id: userId, sent_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ sent_at: now }))
    .execute();
  return row?.sent_at;
}

/**
 * Sends a digest. The email contains only counts, because a title may contain health data. Notifications that were read
 * are not counted. If there is no news, no email is sent.
 */
async function send(
  ctx: Context,
  tx: Tx,
  userId: string,
  kinds: readonly string[],
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<void> {
  const { rows } = await sql<{ kind: string; count: number }>`select kind, sum(count)::int as count from notifications
    where user_id = ${userId} and read_at is null and at > ${from} and kind = any(${[...kinds]}::text[])
    group by kind order by count desc, kind`.execute(tx);
  const person = await findUser(tx, userId);
  if (!person?.email_verified || rows.length === 0) return;
  const words = catalogues[person.language];
  const lines = rows.map(({ kind, count }) => `${words[`digest.${kind}`] ?? words['digest.other'] ?? ''}: ${count}`);
  await mailPerson(ctx, tx, person, 'digest', {
    values: { lines: lines.join('\n\n') },
    path: '/notifications',
    key: `digest:${userId}:${to.toISOString()}`,
  });
}
