import type { Language } from '#contract/base.ts';
import { type ContentOf, type SiteRegion, SiteRegions, type Wording } from '#contract/site.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { planWording, regionOf } from './read-site.ts';
import { resolveBlocks } from './published.ts';
import { listPublished, type VersionRow } from './site.queries.ts';

/** A decision on the wording of the subscription plans in a region, with its author and time. */
export interface RegionChoice {
  readonly region: SiteRegion;
  readonly wording: Wording;
  /**
   * True if the region has no version and uses the global wording. This is allowed only if the global wording is
   * `lawful`.
   */
  readonly is_inherited: boolean;
  /** The id of the administrator, or null if the account was erased. */
  readonly decided_by: string | null;
  readonly decided_at: Date;
}

/**
 * Returns the regions that visitors can come from. If no header names the country, visitors of French pages are treated
 * as visitors from France, and all others as `global`.
 */
export const openRegions = ({ countryHeader }: Pick<Config, 'countryHeader'>): readonly SiteRegion[] =>
  countryHeader ? SiteRegions : ['global', 'FR'];

/**
 * Returns the decided wordings of the subscription plans, by region. For a decision, an administrator must have
 * published and confirmed the same wording in both languages. If the global wording is `lawful`, it also applies to
 * regions without a version, because it leaves out everything that any region forbids. The wording `specified` applies
 * only to the region in which it was published.
 */
export async function listRegionChoices(db: Db | Tx): Promise<RegionChoice[]> {
  const rows = (await listPublished(db)).filter(({ block }) => block === 'plans');
  const everywhere = choiceOf('global', rows);
  return SiteRegions.flatMap((region) => {
    const own = choiceOf(region, rows);
    if (own) return [own];
    const inherits = everywhere?.wording === 'lawful' && !rows.some((row) => row.region === region);
    return inherits ? [{ ...everywhere, region, is_inherited: true }] : [];
  });
}

function choiceOf(region: SiteRegion, rows: readonly VersionRow[]): RegionChoice | undefined {
  const confirmed = rows.filter((row) => row.region === region && row.is_confirmed);
  const [one, other] = confirmed.toSorted((a, b) => +b.made_at - +a.made_at);
  if (!one || !other || wordingOf(one) !== wordingOf(other)) return undefined;
  return {
    region,
    wording: wordingOf(one),
    is_inherited: false,
    decided_by: one.made_by,
    decided_at: one.made_at,
  };
}

const wordingOf = ({ content }: VersionRow): Wording => (content as ContentOf<'plans'>).wording;

/**
 * Returns which parts the subscription plans leave out for signed-in people. For them, the language of the account
 * determines the region.
 */
export async function findPlanWording(db: Db | Tx, language: Language) {
  const rows = await listPublished(db);
  const region = regionOf(language, null);
  const byPlace = new Map(rows.map((row) => [`${row.region}/${row.language}/${row.block}`, row]));
  const { hides_medicines, hides_discounts } = planWording(region, resolveBlocks({ region, language }, byPlace));
  return { hides_medicines, hides_discounts };
}
