import type { Language } from '#contract/base.ts';
import { type ContentOf, type Seller, type SiteBlock, SiteBlocks } from '#contract/site.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { type Block, sampleBlock } from './sample-content.ts';
import { type BlockPlace, listHistory, listPublished, type Place, type VersionRow } from './site.queries.ts';

export type Blocks = Readonly<Record<SiteBlock, Block>>;

/** The published content. It is cached in memory, because every page needs it. */
export interface Published {
  blocksOf(place: Place): Promise<Blocks>;
}

const keyOf = ({ region, language, block }: BlockPlace): string => `${region}/${language}/${block}`;

/**
 * Caches the published content. Whenever the database sends a notice that the site has changed, the content is read
 * again. While the database is down, pages show the content that was read last.
 */
export function keepPublished(ctx: Context): Published {
  let known: Promise<ReadonlyMap<string, VersionRow>> | undefined;
  ctx.notices.on('site', () => void (known = undefined));
  let last: ReadonlyMap<string, VersionRow> = new Map();
  const read = async (): Promise<ReadonlyMap<string, VersionRow>> => {
    try {
      last = new Map((await listPublished(ctx.db)).map((row) => [keyOf(row), row]));
    } catch (error) {
      known = undefined;
      ctx.log.warn({ err: error }, 'published content could not be read');
    }
    return last;
  };
  return {
    async blocksOf(place) {
      known ??= read();
      return resolveBlocks(place, await known);
    },
  };
}

/**
 * Returns all blocks for a region and language. If the region has no version of a block, the global version is used. If
 * `inherited` returns no global version, the sample is used.
 */
export function resolveBlocks(place: Place, rows: ReadonlyMap<string, VersionRow>): Blocks {
  const entries = SiteBlocks.map((block) => {
    const own = rows.get(keyOf({ ...place, block }));
    const row = own ?? inherited({ ...place, block }, rows);
    return [block, row ? toBlock(row) : sampleBlock({ ...place, block })] as const;
  });
  return Object.fromEntries(entries) as Blocks;
}

/**
 * Returns the global version of a block. If local law forbids the block, the region's sample is hidden. The global
 * version must not appear there either, so the function then returns undefined.
 */
function inherited(place: BlockPlace, rows: ReadonlyMap<string, VersionRow>): VersionRow | undefined {
  if (!sampleBlock(place).is_shown) return undefined;
  return rows.get(keyOf({ ...place, region: 'global' }));
}

/** Returns the current issuer of invoices. It is a sample until an administrator has published one. */
export async function findSeller(db: Db | Tx, language: Language): Promise<Seller & { is_confirmed: boolean }> {
  const place = { region: 'global', language, block: 'seller' } as const;
  const [published] = await listHistory(db, place);
  const { content, is_confirmed } = published ? toBlock(published) : sampleBlock(place);
  return { ...(content.content as ContentOf<'seller'>), is_confirmed };
}

export const toBlock = ({ block, content, is_shown, reason, is_confirmed }: VersionRow): Block => ({
  content: { block, content } as Block['content'],
  is_shown,
  reason,
  is_confirmed,
});
