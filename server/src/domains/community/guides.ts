import { sql } from 'kysely';
import type * as z from 'zod';
import type { Guide, GuideCard, LibraryGuide, ReviewedText } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { instant, instantOrNull, labelColumns, type LabelRow, toLabel } from './cards.ts';
import { excerptOf } from './clean-html.ts';
import { joinPerson, personColumns, type PersonRow, toPerson } from './people.sql.ts';
import { among, canModerate, channelOf, type Viewer, viewerOf } from './viewer.ts';

/**
 * Everyone who may read the community sees the reviewed text of a guide. Only the author, the moderators and the
 * invited reviewer see the author's unreviewed text.
 */

const MOST = 200;

export interface GuideRow extends LabelRow, PersonRow {
  id: string;
  author_id: string;
  role: 'owner' | 'moderator' | 'member' | null;
  version: number;
  title: string;
  body: string;
  words: string;
  lang: string | null;
  reviewer_id: string | null;
  reviewer_name: string | null;
  asked_at: Date | null;
  declined_words: string | null;
  comment_id: string | null;
  post_id: string | null;
  review: ReviewRow | null;
}

export interface ReviewRow {
  user_id: string;
  version: number;
  title: string;
  body: string;
  words: string;
  lang: string | null;
  name: string;
  speciality: string;
  registration_number: string;
  registration_body: string;
  reviewed_at: string;
  review_again_at: string;
  is_verified: boolean;
}

export const reviewJson = sql`(select json_build_object('user_id', r.user_id, 'version', r.version, 'title', r.title, 'body', r.body, 'words', r.words, 'lang', r.lang,
    'name', r.name, 'speciality', r.speciality, 'registration_number', r.registration_number, 'registration_body', r.registration_body,
    'reviewed_at', r.reviewed_at, 'review_again_at', r.review_again_at,
    'is_verified', exists (select from practitioners v where v.user_id = r.user_id and v.verified_at is not null and v.profession = 'doctor'))
  from guide_reviews r where r.guide_id = g.id)`;

/** Selects guides `g` of communities that the reader may read. */
const guideRows = (
  viewer: Viewer,
) => sql`select g.id, g.author_id, g.version, g.title, g.body, g.words, g.lang, g.reviewer_id, g.asked_at,
    g.declined_words, m.role, ${labelColumns}, ${personColumns}, ${reviewJson} as review, c.id as comment_id, c.post_id,
    (select q.display_name from community_profiles q where q.user_id = g.reviewer_id) as reviewer_name
  from guides g join channels ch on ch.id = g.channel_id and ch.visibility = any(${among(viewer.visibilities)})
  left join channel_members m on m.channel_id = g.channel_id and m.user_id = ${viewer.userId}
  left join (comments c join posts p on p.channel_id = c.channel_id and p.id = c.post_id and p.state = 'visible')
    on c.channel_id = g.channel_id and c.id = g.comment_id and c.state = 'visible'
  ${joinPerson('g.author_id')}`;

/** Returns true if the reader is the author, a moderator or the invited reviewer. */
const worksOn = (viewer: Viewer, row: GuideRow): boolean =>
  row.author_id === viewer.userId || row.reviewer_id === viewer.userId || canModerate(viewer, row.channel_id, row.role);

/**
 * Returns a guide. Throws NOT_FOUND for an unpublished guide, unless the reader is its author, a moderator or the
 * invited reviewer.
 */
export async function readGuide(db: Db | Tx, viewer: Viewer, guideId: string): Promise<GuideRow> {
  const { rows } = await sql<GuideRow>`${guideRows(viewer)} where g.id = ${guideId}`.execute(db);
  const row = rows[0];
  if (!row || (!row.review && !worksOn(viewer, row))) throw new Refusal('NOT_FOUND');
  return row;
}

export async function getGuide(ctx: Context, caller: SignedIn, guideId: string): Promise<Guide> {
  const viewer = await viewerOf(ctx.db, caller);
  return toGuide(ctx, viewer, await readGuide(ctx.db, viewer, guideId));
}

const isExpired = ({ clock }: Context, { review_again_at }: ReviewRow): boolean =>
  new Date(review_again_at) <= clock.now();

export const toReviewed = (ctx: Context, row: ReviewRow): z.infer<typeof ReviewedText> => ({
  title: row.title,
  body: row.body,
  lang: row.lang,
  review: {
    name: row.name,
    speciality: row.speciality,
    registration_number: row.registration_number,
    registration_body: row.registration_body,
    at: instant(row.reviewed_at),
    is_verified: row.is_verified,
  },
  review_again_at: instant(row.review_again_at),
  is_expired: isExpired(ctx, row),
});

export function toGuide(ctx: Context, viewer: Viewer, row: GuideRow): Guide {
  const { review, comment_id, post_id, asked_at } = row;
  const isMine = row.author_id === viewer.userId;
  return {
    id: row.id,
    channel: toLabel(ctx, row),
    author: toPerson(row),
    source: comment_id !== null && post_id !== null ? { comment_id, post_id } : null,
    published: review && toReviewed(ctx, review),
    text: worksOn(viewer, row)
      ? {
          title: row.title,
          body: row.body,
          lang: row.lang,
          version: row.version,
          is_published: review?.version === row.version,
          asked: row.reviewer_id !== null && asked_at ? { name: row.reviewer_name ?? '', at: instant(asked_at) } : null,
          declined_words: row.declined_words,
        }
      : null,
    can_edit: isMine && canModerate(viewer, row.channel_id, row.role),
    can_review: row.reviewer_id === viewer.userId && viewer.isExpert,
    can_delete: isMine || canModerate(viewer, row.channel_id, row.role),
    review_months: ctx.config.guideMonths,
  };
}

/** Returns the guides of a community. Guides of authors whom the reader has muted are left out. */
export async function listGuides(
  ctx: Context,
  caller: SignedIn,
  slug: string,
): Promise<{ published: GuideCard[]; pending: GuideCard[]; can_write: boolean }> {
  const viewer = await viewerOf(ctx.db, caller, { slug });
  const channel = channelOf(viewer);
  const { rows } = await sql<GuideRow>`select * from (${guideRows(viewer)} where g.channel_id = ${channel.id}
      and g.author_id <> all(${[...viewer.mutedPeople]}::uuid[])) x
    order by x.review ->> 'reviewed_at' desc nulls last, x.id limit ${MOST}`.execute(ctx.db);
  const moderates = canModerate(viewer, channel.id, channel.role);
  return {
    published: rows.flatMap((row) => (row.review ? [toCard(row, row.review)] : [])),
    pending: rows
      .filter((row) => worksOn(viewer, row) && row.review?.version !== row.version)
      .map((row) => toCard(row, null)),
    can_write: moderates,
  };
}

function toCard(row: GuideRow, review: ReviewRow | null): GuideCard {
  const { title, lang, words } = review ?? row;
  return {
    id: row.id,
    title,
    lang,
    excerpt: excerptOf(words),
    author: toPerson(row),
    reviewed_at: instantOrNull(review?.reviewed_at ?? null),
  };
}

export const toLibraryGuide = (
  ctx: Context,
  row: { id: string; slug: string; channel_name: string | null; review: ReviewRow } & PersonRow,
): LibraryGuide => {
  const person = toPerson(row);
  return {
    id: row.id,
    community: { slug: row.slug, name: row.channel_name || `fl@${row.slug}` },
    author: person && { name: person.display_name, practitioner: person.practitioner },
    text: toReviewed(ctx, row.review),
  };
};
