import type { Language } from '#contract/base.ts';
import { rulesOf } from '#contract/regions.ts';
import { type ContentOf, type PublicSite, type SiteBlock, type SiteRegion, SiteRegions } from '#contract/site.ts';
import { admit } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type Blocks, type Published, toBlock } from './published.ts';
import { listDrafts, type Place } from './site.queries.ts';

interface Asked {
  readonly language: Language;
  /** The region whose drafts an administrator wants to preview. It is null without a preview. */
  readonly preview: SiteRegion | null;
}

/**
 * Returns the content of the public pages, which consists of the published blocks. In an administrator's preview, a
 * block with a draft shows the draft.
 */
export async function readSite(
  ctx: Context,
  published: Published,
  { caller, headers }: Pick<RequestContext, 'caller' | 'headers'>,
  { language, preview }: Asked,
): Promise<PublicSite> {
  const { countryHeader: header } = ctx.config;
  const isPreview = preview !== null && (await isAdmin(ctx, caller));
  const region = isPreview ? preview : regionOf(language, header ? headers.get(header) : null);
  const place = { region, language };
  const blocks = await published.blocksOf(place);
  return {
    ...toSite(region, isPreview ? await withDrafts(ctx, place, blocks) : blocks),
    is_preview: isPreview,
    reader: caller.kind === 'user' ? caller.role : null,
  };
}

async function withDrafts(ctx: Context, place: Place, blocks: Blocks): Promise<Blocks> {
  const drafts = (await listDrafts(ctx.db, place)).map((row) => [row.block, toBlock(row)] as const);
  return { ...blocks, ...Object.fromEntries(drafts) };
}

/** Returns true if the caller may preview drafts. Anyone else who requests a preview gets the published site. */
async function isAdmin(ctx: Context, caller: Caller): Promise<boolean> {
  try {
    await admit(ctx, caller, 'admin');
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

function toSite(region: SiteRegion, blocks: Blocks): Omit<PublicSite, 'is_preview' | 'reader'> {
  const { hides_medicines, hides_discounts, hides_testimonials } = planWording(region, blocks);
  const shown = <B extends SiteBlock>(block: B) =>
    blocks[block].is_shown ? { ...contentOf(blocks, block), is_confirmed: blocks[block].is_confirmed } : null;
  return {
    region,
    statistics: shown('statistics'),
    claims: shown('claims'),
    testimonials: hides_testimonials ? null : shown('testimonials'),
    contact: shown('contact'),
    social: shown('social'),
    rights: shown('rights'),
    seller: { ...contentOf(blocks, 'seller'), is_confirmed: blocks.seller.is_confirmed },
    hides_medicines,
    hides_discounts,
    forbids_testimonials: region === 'FR' || hides_testimonials,
  };
}

/**
 * Returns which parts the pages and the subscription plans leave out. With the wording `specified`, nothing is left
 * out. With `lawful`, the parts that the region's rules forbid are left out.
 */
export function planWording(region: SiteRegion, blocks: Blocks) {
  const isLawful = contentOf(blocks, 'plans').wording === 'lawful';
  const { medicines, discounts, testimonials } = rulesOf(region).show;
  return {
    hides_medicines: isLawful && !medicines.may,
    hides_discounts: isLawful && !discounts.may,
    hides_testimonials: isLawful && !testimonials.may,
  };
}

/**
 * Returns the region of the country that the operator's proxy names. If no country is named, French pages follow the
 * rules of France, and other pages follow the global rules.
 */
export function regionOf(language: Language, country: string | null): SiteRegion {
  const named = SiteRegions.find((region) => region === country?.toUpperCase());
  if (country) return named ?? 'global';
  return language === 'fr' ? 'FR' : 'global';
}

const contentOf = <B extends SiteBlock>(blocks: Blocks, block: B): ContentOf<B> =>
  blocks[block].content.content as ContentOf<B>;
