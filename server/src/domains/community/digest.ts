import { sql } from 'kysely';
import {
  choicesOf,
  drawMail,
  findUser,
  type MailOptions,
  mailPerson,
  pageUrl,
  type Person,
} from '#server/domains/identity/index.ts';
import { lastDue, quietUntil } from '#server/domains/notifications/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Db, type Tx, withSystem, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { leaveDigestUrl } from './leave-digest.ts';
import { isRead } from './reading.ts';
import { among, viewerOf } from './viewer.ts';

const ZONE = 'Europe/Paris';
const WEEK_MS = 7 * 86_400_000;
/**
 * Tolerance in milliseconds for the week that must pass between two emails. A week in which the clocks change can be an
 * hour shorter, and the job runs only once an hour.
 */
const SLACK_MS = 2 * 3_600_000;
const CHANNELS = 10;
const TITLES = 3;
const MOST_COUNTED = 99;

interface Kept {
  chosen_at: Date;
  told_until: Date | null;
  sent_at: Date | null;
  leave_key: string;
}

export const getMyDigest = (ctx: Context, { userId }: SignedIn): Promise<{ is_on: boolean }> =>
  withUser(ctx.db, userId, async (tx) => {
    const { rows } = await sql<{
      is_on: boolean;
    }>`select is_on from community_digests where user_id = ${userId}`.execute(tx);
    return { is_on: rows[0]?.is_on ?? false };
  });

export const setMyDigest = (ctx: Context, { userId }: SignedIn, is_on: boolean): Promise<{ is_on: boolean }> =>
  withUser(ctx.db, userId, async (tx) => {
    await sql`insert into community_digests (user_id, is_on, chosen_at) values (${userId}, ${is_on}, ${ctx.clock.now()})
      on conflict (user_id) do update set is_on = excluded.is_on, chosen_at = excluded.chosen_at`.execute(tx);
    return { is_on };
  });

/** Returns the email that the job would send now. */
export async function previewMyDigest(
  ctx: Context,
  { userId }: SignedIn,
): Promise<{ subject: string; text: string } | null> {
  const { person, until } = await withUser(ctx.db, userId, async (tx) => {
    const { rows } = await sql<
      Pick<Kept, 'told_until'>
    >`select told_until from community_digests where user_id = ${userId}`.execute(tx);
    return { person: await findUser(tx, userId), until: rows[0]?.told_until ?? null };
  });
  const letter = person && (await compose(ctx, ctx.db, person, until));
  if (!letter) return null;
  const { subject, text } = drawMail(ctx, person, 'community_digest', letter);
  return { subject, text };
}

/**
 * Sends the digest by email to people who have switched it on and whose next digest is due. Suspended people and
 * unconfirmed addresses are left out. During quiet hours the digest waits. Each email is sent in a separate
 * transaction.
 */
export async function sendCommunityDigests(ctx: Context): Promise<void> {
  const { rows } = await withSystem(ctx.system, (tx) =>
    sql<{ id: string }>`select d.user_id as id from community_digests d join users u on u.id = d.user_id
      where d.is_on and u.suspended_at is null order by d.user_id`.execute(tx),
  );
  await oneByOne(ctx.log, rows, ({ id }) => withSystem(ctx.system, (tx) => sendIfDue(ctx, tx, id)));
}

async function sendIfDue(ctx: Context, tx: Tx, userId: string): Promise<void> {
  const now = ctx.clock.now();
  const { rows } = await sql<Kept>`select chosen_at, told_until, sent_at, leave_key from community_digests
    where user_id = ${userId} and is_on for update`.execute(tx);
  const kept = rows[0];
  const { quiet } = await choicesOf(tx, userId);
  if (!kept || quietUntil(now, quiet) || !isDue(kept, now, quiet?.zone ?? ZONE)) return;
  const person = await findUser(tx, userId);
  if (!person?.email_verified) return;
  const letter = await compose(ctx, tx, person, kept.told_until);
  await sql`update community_digests set told_until = ${now}, sent_at = ${letter ? now : kept.sent_at}
    where user_id = ${userId}`.execute(tx);
  if (!letter) return;
  const unsubscribe = leaveDigestUrl(ctx, kept.leave_key);
  await mailPerson(ctx, tx, person, 'community_digest', { ...letter, unsubscribe });
}

/**
 * Returns true if this week's digest is still due. It becomes due on Monday at eight in the person's time zone. A
 * person who changes the time zone may have two Mondays in one week, but gets only one email.
 */
function isDue({ chosen_at, told_until, sent_at }: Kept, now: Date, zone: string): boolean {
  const to = lastDue(now, 'weekly', zone);
  const isOver = chosen_at < to && (told_until === null || told_until < to);
  return isOver && (sent_at === null || now.getTime() - sent_at.getTime() >= WEEK_MS - SLACK_MS);
}

interface NewIn {
  slug: string;
  name: string | null;
  count: number;
  titles: string[] | null;
}

/**
 * Returns an email about the unseen posts of the last week in a person's communities. Returns null if there are no such
 * posts. It counts only posts that the person's current plan includes, in the languages that the person's feed shows.
 * Rights that need a second factor do not count, because a job has no signed-in session. The email contains only titles
 * that every signed-in person may read.
 */
async function compose(ctx: Context, db: Db | Tx, person: Person, until: Date | null): Promise<MailOptions | null> {
  const { id: userId, role, language } = person;
  const viewer = await viewerOf(db, { kind: 'user', userId, role, language, secondFactor: false, sessionId: '' });
  const weekAgo = new Date(ctx.clock.now().getTime() - WEEK_MS);
  const since = until && until > weekAgo ? until : weekAgo;
  const news = sql`from posts p where p.channel_id = ch.id and p.state = 'visible' and p.id > uuid_at(greatest(${since}::timestamptz, m.seen_at))
    and p.author_id is distinct from m.user_id and p.author_id::text <> all(${[...viewer.mutedPeople]}::text[]) ${isRead(viewer, 'p')}`;
  const { rows } = await sql<NewIn>`select ch.slug, ch.name, n.count, case when ch.visibility = 'open' then array(
        select title from (select p.title, p.hot, p.id ${news} order by p.hot desc, p.id desc limit ${TITLES}) best order by hot desc, id desc) end as titles
    from channel_members m join channels ch on ch.id = m.channel_id and ch.visibility = any(${among(viewer.visibilities)})
      cross join lateral (select count(*)::int as count from (select ${news} limit ${MOST_COUNTED}) fresh) n
    where m.user_id = ${userId} and ch.kind = 'community' and n.count > 0 and ch.id::text <> all(${[...viewer.mutedChannels]}::text[])
    order by n.count desc, fold(coalesce(ch.name, '')), ch.id limit ${CHANNELS}`.execute(db);
  if (rows.length === 0) return null;
  const settings = pageUrl(ctx, language, '/account/profile');
  return { values: { lines: rows.flatMap(linesOf).join('\n\n'), settings }, path: '/community?sort=joined' };
}

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

const linesOf = ({ name, slug, count, titles }: NewIn): string[] => [
  `${oneLine(name ?? '') || slug}: ${count >= MOST_COUNTED ? `${MOST_COUNTED}+` : count}`,
  ...(titles ?? []).map((title) => `– ${oneLine(title)}`),
];
