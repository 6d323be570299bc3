import { sql } from 'kysely';
import type { Guide, Person } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import './events.ts';
import { type GuideRow, readGuide, toGuide } from './guides.ts';
import { assertNotSuspended, assertWritable } from './may-write.ts';
import { joinPerson, mustPerson, personColumns, type PersonRow } from './people.sql.ts';
import { snapshotOf } from './sign-answer.ts';
import { type Viewer, viewerOf } from './viewer.ts';
import { assertAuthor, lockGuide } from './write-guide.ts';

const MOST = 100;

/**
 * Selects the verified doctors who can review a guide. They may write in the community, and are not the author.
 * Verified doctors can read every community.
 */
const candidates = (ctx: Context, guide: GuideRow) => sql`practitioners d
  join community_profiles f on f.user_id = d.user_id
  join users u on u.id = d.user_id and u.suspended_at is null
  where d.verified_at is not null and d.profession = 'doctor' and d.user_id <> ${guide.author_id} and not exists (select from suspensions s where s.user_id = d.user_id
    and s.lifted_at is null and (s.until is null or s.until > ${ctx.clock.now()}) and (s.channel_id is null or s.channel_id = ${guide.channel_id}))`;

export async function listGuideReviewers(ctx: Context, caller: SignedIn, guideId: string): Promise<Person[]> {
  const viewer = await viewerOf(ctx.db, caller);
  const guide = await readGuide(ctx.db, viewer, guideId);
  assertAuthor(viewer, guide);
  const { rows } = await sql<PersonRow>`select ${personColumns} from (select d.user_id from ${candidates(ctx, guide)}) x
    ${joinPerson('x.user_id')}
    order by exists (select from channel_members m where m.channel_id = ${guide.channel_id} and m.user_id = x.user_id) desc, pf.display_name, x.user_id
    limit ${MOST}`.execute(ctx.db);
  return rows.map(mustPerson);
}

/** Invites a practitioner to review a guide. Inviting a second practitioner withdraws the first invitation. */
export const askGuideReview = (
  ctx: Context,
  caller: SignedIn,
  {
    guide_id,
    version,
    reviewer_id,
  }: { readonly guide_id: string; readonly version: number; readonly reviewer_id: string },
): Promise<Guide> =>
  ctx.db.transaction().execute(async (tx) => {
    const viewer = await viewerOf(tx, caller);
    const guide = await lockGuide(tx, viewer, guide_id);
    assertAuthor(viewer, guide);
    await assertMayWork(ctx, tx, viewer, guide, version);
    const { rows } = await sql`select d.user_id from ${candidates(ctx, guide)} and d.user_id = ${reviewer_id}`.execute(
      tx,
    );
    if (rows.length === 0) throw new Refusal('NOT_FOUND');
    if (guide.reviewer_id !== reviewer_id) {
      await sql`update guides set reviewer_id = ${reviewer_id}, asked_at = ${ctx.clock.now()}, declined_words = null where id = ${guide_id}`.execute(
        tx,
      );
      await ctx.outbox.emit(tx, 'community.guideReviewAsked', { guide_id, channel_id: guide.channel_id });
    }
    return toGuide(ctx, viewer, await readGuide(tx, viewer, guide_id));
  });

async function assertMayWork(ctx: Context, tx: Tx, viewer: Viewer, guide: GuideRow, version: number): Promise<void> {
  await assertNotSuspended(ctx, tx, viewer.userId, guide.channel_id);
  await assertWritable(tx, guide.channel_id);
  if (guide.version !== version) throw new Refusal('TEXT_OUTDATED', { version: guide.version });
}

/** Locks and returns the guide for its invited reviewer. Throws a refusal for everyone else. */
async function lockAsked(tx: Tx, viewer: Viewer, guideId: string): Promise<GuideRow> {
  if (!viewer.isExpert) throw new Refusal('FORBIDDEN');
  const guide = await lockGuide(tx, viewer, guideId);
  if (guide.reviewer_id !== viewer.userId || guide.author_id === viewer.userId) throw new Refusal('NOT_FOUND');
  return guide;
}

/** Publishes the text of a guide with the reviewer's current registration. The new review replaces the previous one. */
export const reviewGuide = (
  ctx: Context,
  caller: SignedIn,
  { guide_id, version }: { readonly guide_id: string; readonly version: number },
): Promise<Guide> =>
  ctx.db.transaction().execute(async (tx) => {
    const viewer = await viewerOf(tx, caller);
    const guide = await lockAsked(tx, viewer, guide_id);
    await assertMayWork(ctx, tx, viewer, guide, version);
    const now = ctx.clock.now();
    await sql`delete from guide_reviews where guide_id = ${guide_id}`.execute(tx);
    await sql`insert into guide_reviews (guide_id, version, title, body, words, lang, reviewed_at, review_again_at,
        user_id, name, speciality, registration_number, registration_body)
      select g.id, g.version, g.title, g.body, g.words, g.lang, ${now}, ${now}::timestamptz + make_interval(months => ${ctx.config.guideMonths}), s.*
      from guides g, (${snapshotOf(viewer.userId)}) s where g.id = ${guide_id}`.execute(tx);
    await closeRequest(ctx, tx, guide, null);
    return toGuide(ctx, viewer, await readGuide(tx, viewer, guide_id));
  });

export const declineGuideReview = (
  ctx: Context,
  caller: SignedIn,
  { guide_id, words }: { readonly guide_id: string; readonly words: string },
): Promise<{ declined: boolean }> =>
  ctx.db.transaction().execute(async (tx) => {
    const viewer = await viewerOf(tx, caller);
    await closeRequest(ctx, tx, await lockAsked(tx, viewer, guide_id), words);
    return { declined: true };
  });

async function closeRequest(ctx: Context, tx: Tx, { id, channel_id, reviewer_id }: GuideRow, words: string | null) {
  await sql`update guides set reviewer_id = null, asked_at = null, declined_words = ${words} where id = ${id}`.execute(
    tx,
  );
  await ctx.outbox.emit(tx, 'community.guideReviewAnswered', { guide_id: id, channel_id, by: reviewer_id ?? '' });
}
