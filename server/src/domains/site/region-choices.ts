import type { Language } from '#contract/base.ts';
import { type ContentOf, type SiteRegion, SiteRegions, type Wording } from '#contract/site.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { planWording, regionOf } from './fill-site.ts';
import { resolveBlocks } from './published.ts';
import { listPublished, type VersionRow } from './site.queries.ts';

/** Who decided how the plans are worded in a region, and when. */
export interface RegionChoice {
  readonly region: SiteRegion;
  readonly wording: Wording;
  /** Null: the account was erased since. */
  readonly decided_by: string | null;
  readonly decided_at: Date;
}

/** Regions whose rules are decided: an administrator published and confirmed the same wording in both languages. */
export async function listRegionChoices(db: Db | Tx): Promise<RegionChoice[]> {
  const rows = (await listPublished(db)).filter(({ block, is_confirmed }) => block === 'plans' && is_confirmed);
  return SiteRegions.flatMap((region) => {
    const [one, other] = rows.filter((row) => row.region === region).toSorted((a, b) => +b.made_at - +a.made_at);
    if (!one || !other || wordingOf(one) !== wordingOf(other)) return [];
    return [{ region, wording: wordingOf(one), decided_by: one.made_by, decided_at: one.made_at }];
  });
}

const wordingOf = ({ content }: VersionRow): Wording => (content as ContentOf<'plans'>).wording;

/** What plans leave out in the signed-in area, where the language of the account decides the region. */
export async function findPlanWording(db: Db | Tx, language: Language) {
  const rows = await listPublished(db);
  const region = regionOf(language, null);
  const byPlace = new Map(rows.map((row) => [`${row.region}/${row.language}/${row.block}`, row]));
  const { hides_medicines, hides_discounts } = planWording(region, resolveBlocks({ region, language }, byPlace));
  return { hides_medicines, hides_discounts };
}
