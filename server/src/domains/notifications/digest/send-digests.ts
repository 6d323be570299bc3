import { sql } from 'kysely';
import {
  choicesOf,
  type DigestReader,
  findUser,
  listDigestReaders,
  mailPerson,
} from '#server/domains/identity/index.ts';
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
  const readers = await withSystem(ctx.system, listDigestReaders);
  const all = readers.map((reader) => ({ id: reader.user_id, ...reader }));
  await oneByOne(ctx.log, all, ({ user_id, digest, digest_since }) =>
    withSystem(ctx.system, async (tx) => {
      const { quiet, topics } = await choicesOf(tx, user_id);
      const now = ctx.clock.now();
      if (quietUntil(now, quiet)) return;
      const to = lastDue(now, digest, quiet?.zone ?? ZONE);
      const from = await takePeriod(tx, { user_id, digest_since }, to, now);
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
 * Marks a period as sent, and returns the time from which news is counted. This is the time of the last digest, even if
 * it was longer ago than usual: the service was down, or the person now chooses a daily instead of a weekly digest. The
 * first digest counts news from the time at which the person chose digests, because earlier news was emailed at once.
 * If the person switches digests off, news that still waits for a digest is not emailed. It stays in the list of
 * notifications. Returns undefined if no digest is due.
 *
 * @param to the moment at which the digest was due
 */
async function takePeriod(
  tx: Tx,
  { user_id, digest_since }: Pick<DigestReader, 'user_id' | 'digest_since'>,
  to: Date,
  now: Date,
): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('digests')
    .select('sent_at')
    .where('user_id', '=', user_id)
    .forUpdate()
    .executeTakeFirst();
  const from = row && row.sent_at > digest_since ? row.sent_at : digest_since;
  if (from >= to) return undefined;
  await tx
    .insertInto('digests')
    .values({ user_id, sent_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ sent_at: now }))
    .execute();
  return from;
}

/**
 * Sends a digest. The email contains only counts, because a title may contain health data. Notifications that were read,
 * or that an earlier email contained, are not counted. If there is no news, no email is sent.
 */
async function send(
  ctx: Context,
  tx: Tx,
  userId: string,
  kinds: readonly string[],
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<void> {
  const { rows } = await sql<{ kind: string; count: number }>`with counted as (
      select id, kind, count - told as fresh from notifications
      where user_id = ${userId} and read_at is null and at > ${from} and count > told and kind = any(${[...kinds]}::text[])
      for update),
    marked as (update notifications set told = count where id in (select id from counted))
    select kind, sum(fresh)::int as count from counted group by kind order by count desc, kind`.execute(tx);
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
