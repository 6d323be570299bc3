import { type SiteRegion, SiteRegions } from '#contract/site.ts';
import { admit } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { FillPage, PageVisit } from '#server/platform/http/pages.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { fillSite, regionOf } from './fill-site.ts';
import { type Blocks, type Published, toBlock } from './published.ts';
import { listDrafts, type Place } from './site.queries.ts';

/** Every public page says what is published; an administrator with `?preview=FR` sees the drafts of that region over it. */
export function fillPageWith(ctx: Context, published: Published): FillPage {
  return async (visit) => {
    const { countryHeader: header } = ctx.config;
    const preview = await previewOf(ctx, visit);
    const region = preview ?? regionOf(visit.language, header ? visit.headers.get(header) : null);
    const place = { region, language: visit.language };
    const blocks = await published.blocksOf(place);
    const here = addressesOf(visit);
    if (!preview) return { data: { ...fillSite(place, blocks), here } };
    const drafted = fillSite(place, await withDrafts(ctx, place, blocks));
    return { data: { ...drafted, here, preview: { region } }, isPrivate: true };
  };
}

/** The same page in both languages, for the language menu. */
function addressesOf({ path, query }: PageVisit) {
  const search = query.size > 0 ? `?${query}` : '';
  return { en: path + search, fr: `/fr${path}${search}` };
}

async function withDrafts(ctx: Context, place: Place, blocks: Blocks): Promise<Blocks> {
  const drafts = (await listDrafts(ctx.db, place)).map((row) => [row.block, toBlock(row)] as const);
  return { ...blocks, ...Object.fromEntries(drafts) };
}

/** Anybody else who adds the word to an address sees the page as it is. */
async function previewOf(ctx: Context, visit: PageVisit): Promise<SiteRegion | undefined> {
  const wanted = SiteRegions.find((region) => region === visit.query.get('preview'));
  if (!wanted) return undefined;
  try {
    await admit(ctx, await visit.caller(), 'admin');
    return wanted;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
