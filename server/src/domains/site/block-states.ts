import { blocksOfRegion, type SiteBlockState, type SiteVersion } from '#contract/site.ts';
import { namesOf } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { resolveBlocks } from './published.ts';
import {
  type BlockPlace,
  listDrafts,
  listHistory,
  listPublished,
  type Place,
  type VersionRow,
} from './site.queries.ts';

/**
 * Returns the published blocks that visitors from a region see in a language, and the drafts of this region and
 * language.
 */
export async function blockStates(ctx: Context, place: Place): Promise<SiteBlockState[]> {
  const rows = await listPublished(ctx.db);
  const drafts = await listDrafts(ctx.db, place);
  const names = await namesOf(ctx.db, makersOf([...rows, ...drafts]));
  const current = resolveBlocks(place, new Map(rows.map((row) => [`${row.region}/${row.language}/${row.block}`, row])));
  const isAt = (row: VersionRow, block: string, region: string): boolean =>
    row.block === block && row.region === region && row.language === place.language;
  return blocksOfRegion(place.region).map((block) => {
    const own = rows.find((row) => isAt(row, block, place.region));
    const draft = drafts.find((row) => row.block === block);
    // The origin is `sample` if visitors see the built-in sample content. It is also `sample` if a global version
    // exists but does not apply in this region.
    const isGlobal =
      !own && rows.some((row) => isAt(row, block, 'global') && row.content === current[block].content.content);
    return {
      block,
      ...current[block],
      origin: own ? 'region' : isGlobal ? 'global' : 'sample',
      newest_id: draft?.id ?? own?.id ?? null,
      published: own ? toVersion(own, names) : null,
      draft: draft ? toVersion(draft, names) : null,
    };
  });
}

/**
 * Returns one block of a region and language. Throws NOT_FOUND if a region is given and the block exists only globally.
 */
export async function blockState(ctx: Context, place: BlockPlace): Promise<SiteBlockState> {
  const state = (await blockStates(ctx, place)).find(({ block }) => block === place.block);
  if (!state) throw new Refusal('NOT_FOUND');
  return state;
}

export async function listVersions(ctx: Context, place: BlockPlace): Promise<SiteVersion[]> {
  const rows = await listHistory(ctx.db, place);
  const names = await namesOf(ctx.db, makersOf(rows));
  return rows.map((row) => toVersion(row, names));
}

const makersOf = (rows: readonly VersionRow[]): string[] => rows.flatMap(({ made_by }) => made_by ?? []);

const toVersion = (row: VersionRow, names: ReadonlyMap<string, string>): SiteVersion => ({
  id: row.id,
  region: row.region,
  language: row.language,
  content: { block: row.block, content: row.content } as SiteVersion['content'],
  is_shown: row.is_shown,
  reason: row.reason,
  is_confirmed: row.is_confirmed,
  is_published: row.is_published,
  made_by: names.get(row.made_by ?? '') ?? '',
  made_at: row.made_at.toISOString(),
});
