import { sql } from 'kysely';
import { DEFAULT_REGION, type Variant, type VariantCount, Variants } from '#contract/billing.ts';
import type { Context } from '#server/platform/context.ts';
import { type Db, type Tx, withStaff, withSystem } from '#server/platform/db/db.ts';

/**
 * The largest number of regions that are counted separately. Further names are counted as the default region, so that
 * invented names cannot fill the table.
 */
const REGIONS_MAX = 200;

/**
 * Returns the name of a region with single spaces, cut to 60 characters. A name may have letters of any alphabet,
 * spaces, dots, dashes and apostrophes. A name with any other character is replaced by the default region.
 */
export function cleanRegion(region: string): string {
  const name = region.trim().replace(/\s+/g, ' ').slice(0, 60);
  return /^[\p{L}\p{M}][\p{L}\p{M} .'’-]*$/u.test(name) ? name : DEFAULT_REGION;
}

export const countExposure = ({ system, clock }: Context, variant: Variant, region: string): Promise<void> =>
  withSystem(system, (tx) => add(tx, variant, cleanRegion(region), clock.now(), 'exposures'));

export const countConversion = (tx: Tx, variant: Variant, region: string, now: Date): Promise<void> =>
  add(tx, variant, region, now, 'conversions');

async function add(tx: Tx, variant: Variant, region: string, now: Date, column: 'exposures' | 'conversions') {
  const known = await regionsOf(tx);
  const name = known.includes(region) || known.length < REGIONS_MAX ? region : DEFAULT_REGION;
  await tx
    .insertInto('experiment_counts')
    .values({ day: now.toISOString().slice(0, 10), variant, region: name, [column]: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'variant', 'region'])
        .doUpdateSet({ [column]: sql`experiment_counts.${sql.ref(column)} + 1` }),
    )
    .execute();
}

async function regionsOf(db: Db | Tx): Promise<string[]> {
  const rows = await db.selectFrom('experiment_counts').select('region').distinct().orderBy('region').execute();
  return rows.map(({ region }) => region);
}

/** Returns counts, rates and the comparison with variant A, for one region or for all regions. */
export const getExperiment = ({ db }: Context, adminId: string, region?: string) =>
  withStaff(db, adminId, async (tx) => {
    const sums = tx
      .selectFrom('experiment_counts')
      .select(({ fn }) => [
        'variant',
        fn.sum<string>('exposures').as('exposures'),
        fn.sum<string>('conversions').as('conversions'),
      ])
      .groupBy('variant');
    const rows = await (region === undefined ? sums : sums.where('region', '=', region)).execute();
    const counted = Variants.map((variant) => {
      const row = rows.find((one) => one.variant === variant);
      return { variant, exposures: Number(row?.exposures ?? 0), conversions: Number(row?.conversions ?? 0) };
    });
    return { regions: await regionsOf(tx), variants: counted.map((one) => judged(one, counted[0])) };
  });

type Counted = Pick<VariantCount, 'variant' | 'exposures' | 'conversions'>;

const judged = (one: Counted, base: Counted | undefined): VariantCount => ({
  ...one,
  rate: one.exposures > 0 ? one.conversions / one.exposures : 0,
  against_a: one.variant === 'A' || !base ? null : compare(base, one),
});

interface Rate {
  readonly exposures: number;
  readonly conversions: number;
}

interface Comparison {
  /** The other rate minus the base rate. `low` and `high` are the ends of its 95 % interval. */
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  /** The chance of at least this difference if the rates were equal, by the two-sided z test of two proportions. */
  readonly p: number;
}

/**
 * Each group must have at least this number of conversions, and at least this number of exposures without a conversion.
 * With fewer, the normal approximation is invalid.
 */
const LEAST = 5;
const Z_95 = 1.959_964;

/** Compares two rates. Returns null if a group has too few conversions, or too few exposures without a conversion. */
export function compare(base: Rate, other: Rate): Comparison | null {
  const groups = [base, other];
  if (groups.some(({ exposures, conversions }) => conversions < LEAST || exposures - conversions < LEAST)) return null;
  const a = base.conversions / base.exposures;
  const b = other.conversions / other.exposures;
  const pooled = (base.conversions + other.conversions) / (base.exposures + other.exposures);
  const z = (b - a) / Math.sqrt(pooled * (1 - pooled) * (1 / base.exposures + 1 / other.exposures));
  const spread = Z_95 * Math.sqrt((a * (1 - a)) / base.exposures + (b * (1 - b)) / other.exposures);
  return { difference: b - a, low: b - a - spread, high: b - a + spread, p: 2 * upperTail(Math.abs(z)) };
}

/**
 * Returns P(Z > z) for z ≥ 0, by Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.17. The absolute error
 * is below 7.5e-8.
 */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * z);
  const series =
    t * (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}
