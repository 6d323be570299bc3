import { type RawBuilder, sql } from 'kysely';
import type { TextLanguage } from '#contract/community/reading.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { ensureProfile } from './profile.ts';
import type { Viewer } from './viewer.ts';

type Sql = RawBuilder<unknown>;

export async function getMyReading(ctx: Context, { userId }: SignedIn): Promise<{ languages: TextLanguage[] }> {
  const { rows } = await sql<{
    reads: TextLanguage[] | null;
  }>`select reads from community_profiles where user_id = ${userId}`.execute(ctx.db);
  return { languages: rows[0]?.reads ?? [] };
}

export async function setMyReading(
  ctx: Context,
  { userId }: SignedIn,
  languages: TextLanguage[],
): Promise<{ languages: TextLanguage[] }> {
  await ensureProfile(ctx.db, userId, ctx.clock.now());
  await sql`update community_profiles set reads = ${languages.length > 0 ? languages : null} where user_id = ${userId}`.execute(
    ctx.db,
  );
  return { languages };
}

export interface ShownLanguages {
  readonly languages?: 'read' | 'all' | undefined;
}

/**
 * Returns the viewer with the languages that apply to this list. If `languages` is "all", the viewer's choice of
 * languages is ignored.
 */
export const reading = (viewer: Viewer, { languages = 'read' }: ShownLanguages): Viewer =>
  languages === 'all' ? { ...viewer, reads: null } : viewer;

/** The viewer's languages and the empty string, which indexes use for texts whose language is unclear. */
export const readLanguages = (reads: readonly TextLanguage[]): Sql => sql`${[...reads, '']}::text[]`;

/**
 * A condition on a text: it is the viewer's own, its language is unclear, or the viewer reads its language. Use it only
 * for short lists. Long lists use an index by language instead.
 */
export const isRead = ({ reads, userId }: Viewer, text: 'p' | 't' | 'c'): Sql =>
  reads
    ? sql`and (coalesce(${sql.ref(`${text}.lang`)}, '') = any(${readLanguages(reads)}) or ${sql.ref(`${text}.author_id`)} = ${userId})`
    : sql``;
