import { sql } from 'kysely';
import * as z from 'zod';
import type { LibraryGuide } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import { reviewJson, type ReviewRow, toLibraryGuide } from './guides.ts';
import { isReviewOnWeb } from './on-web.sql.ts';
import { joinPerson, personColumns, type PersonRow } from './people.sql.ts';

/** The maximum number of guides of one community in a list. */
const MOST = 100;

interface Row extends PersonRow {
  id: string;
  slug: string;
  channel_name: string | null;
  review: ReviewRow;
}

const guidesOnWeb = sql`select g.id, ch.slug, ch.name as channel_name, ${personColumns}, ${reviewJson} as review
  from guide_reviews r join guides g on g.id = r.guide_id join channels ch on ch.id = g.channel_id and ${isReviewOnWeb} ${joinPerson('g.author_id')}`;

export async function listLibraryGuides(ctx: Context, channelId: string): Promise<LibraryGuide[]> {
  const { rows } = await sql<Row>`${guidesOnWeb} where g.channel_id = ${channelId}
    order by r.reviewed_at desc, g.id limit ${MOST}`.execute(ctx.db);
  return rows.map((row) => toLibraryGuide(ctx, row));
}

/**
 * Returns one guide for people without an account. Returns null if the guide is not public, or not in this community.
 */
export async function getLibraryGuide(
  ctx: Context,
  { slug, guide_id }: { readonly slug: string; readonly guide_id: string },
): Promise<LibraryGuide | null> {
  if (!z.uuid().safeParse(guide_id).success) return null;
  const { rows } = await sql<Row>`${guidesOnWeb} where g.id = ${guide_id} and ch.slug = ${slug}`.execute(ctx.db);
  return rows[0] ? toLibraryGuide(ctx, rows[0]) : null;
}
