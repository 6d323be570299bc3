import { sql } from 'kysely';
import { DEFAULT_REGION, type Variant, type VariantCount, Variants } from '#contract/billing.ts';
import type { Context } from '#server/platform/context.ts';
import { type Db, type Tx, withStaff, withSystem } from '#server/platform/db/db.ts';
import { compare } from './significance.ts';

/**
 * The largest number of regions that are counted separately. Further names are counted together, so that invented names
 * cannot fill the table.
 */
const REGIONS_MAX = 200;

/**
 * Returns the name of a region in clean form: letters of any alphabet, spaces, dots, dashes and apostrophes. Anything
 * else becomes the default region.
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
