import { clinicalClasses, clinicalProducts, clinicalTreatments, type DoseUnit, type ProductName } from '../clinical.ts';
import { isTreatmentName } from '../recipe.ts';

/**
 * Rules that compare the treatments given at a visit with the planned ones. Amounts are in units, millilitres or
 * percent. Days have the form YYYY-MM-DD.
 */

interface Planned {
  readonly treatment: string;
  readonly product: string | null;
  readonly dose: number | { readonly right: number; readonly left: number } | null;
  readonly unit: DoseUnit | null;
  readonly per: 'area' | 'side' | null;
}
interface Done {
  readonly treatment: string;
  readonly side: 'right' | 'left' | null;
  readonly product: number | null;
  readonly amount: number | null;
  readonly unit: DoseUnit | null;
}
interface Used {
  readonly product: string;
  readonly lot: string | null;
  readonly expires_on: string | null;
}

/** Returns the places of a planned treatment, each with its planned amount. */
export function placesOf({ dose, per }: Planned): { side: 'right' | 'left' | null; amount: number | null }[] {
  if (dose === null) return [{ side: null, amount: null }];
  if (typeof dose === 'number' && per !== 'side') return [{ side: null, amount: dose }];
  const { right, left } = typeof dose === 'number' ? { right: dose, left: dose } : dose;
  const sides = [
    { side: 'right' as const, amount: right },
    { side: 'left' as const, amount: left },
  ];
  return sides.filter(({ amount }) => amount > 0);
}

/** Kinds of plan items that have no doses, but whose products are put under the skin. */
const UNDOSED_UNDER_THE_SKIN = ['thread_lift', 'mesotherapy'];

/**
 * Returns whether a record must state the lot of this product. A recall needs the lot of each product that is put under
 * the skin. Lasers and peels may have none.
 */
export const needsLot = (product: string): boolean => {
  if (!isProduct(product)) return UNDOSED_UNDER_THE_SKIN.includes(product);
  const { kind } = clinicalClasses[clinicalProducts[product].class];
  return kind === 'botox' || kind === 'hyaluronic_acid';
};

const isProduct = (name: string): name is ProductName => Object.hasOwn(clinicalProducts, name);

/**
 * Returns whether the dataset allows this product for the treatment: both must have the same class. For a kind without
 * doses, product and treatment have the same name.
 */
export const fits = (product: string, treatment: string): boolean =>
  isTreatmentName(treatment)
    ? isProduct(product) && clinicalProducts[product].class === clinicalTreatments[treatment].class
    : product === treatment;

/**
 * Two sums of doses are equal if they differ by less than this. The value is below the finest step of every treatment.
 */
const SAME = 0.005;

/**
 * Compares the planned and the given amount of each treatment that has a dose. Amounts are summed over all sides and
 * points. The result is in the order of the plan.
 */
export function compareDoses(
  planned: readonly Planned[],
  done: readonly Done[],
): { treatment: string; unit: DoseUnit; planned: number | null; done: number | null }[] {
  const rows = new Map<string, { unit: DoseUnit; planned: number | null; done: number | null }>();
  const add = (treatment: string, unit: DoseUnit | null, amount: number | null, which: 'planned' | 'done') => {
    if (unit === null || amount === null) return;
    const row = rows.get(treatment) ?? { unit, planned: null, done: null };
    rows.set(treatment, { ...row, [which]: Math.round(((row[which] ?? 0) + amount) * 1000) / 1000 });
  };
  for (const item of planned)
    for (const { amount } of placesOf(item)) add(item.treatment, item.unit, amount, 'planned');
  for (const { treatment, unit, amount } of done) add(treatment, unit, amount, 'done');
  return [...rows].map(([treatment, row]) => ({ treatment, ...row }));
}

export const differs = ({ planned, done }: { planned: number | null; done: number | null }): boolean =>
  Math.abs((planned ?? 0) - (done ?? 0)) >= SAME;

export type RecordWarning =
  /** The dose differs from the planned one, the treatment was not planned, or the planned treatment was not done. */
  | { code: 'dose' | 'unplanned' | 'left_out'; treatment: string; unit: DoseUnit; planned: number; done: number }
  /** The product had expired on the day of the treatment. `at`: index in the list of products. */
  | { code: 'expired'; at: number }
  /** The product is not of the class that the treatment needs. `at`: index in the list of treated points. */
  | { code: 'class'; at: number; treatment: string; product: string }
  /** No treated point uses the product. `at`: index in the list of products. */
  | { code: 'unused'; at: number };

/**
 * Returns findings for the doctor to check before saving a record. The doctor can save a true record despite any
 * finding.
 */
export function recordWarnings(
  planned: readonly Planned[],
  { treated_on, products, points }: { treated_on: string; products: readonly Used[]; points: readonly Done[] },
): RecordWarning[] {
  const doses = compareDoses(planned, points)
    .filter(differs)
    .map(
      ({ treatment, unit, ...row }): RecordWarning => ({
        code: row.planned === null ? 'unplanned' : row.done === null ? 'left_out' : 'dose',
        treatment,
        unit,
        planned: row.planned ?? 0,
        done: row.done ?? 0,
      }),
    );
  const expired = products.flatMap(({ expires_on }, at): RecordWarning[] =>
    expires_on !== null && expires_on < treated_on ? [{ code: 'expired', at }] : [],
  );
  const wrong = points.flatMap(({ treatment, product }, at): RecordWarning[] => {
    const used = product === null ? undefined : products[product];
    return used && !fits(used.product, treatment) ? [{ code: 'class', at, treatment, product: used.product }] : [];
  });
  const unused = products.flatMap((_, at): RecordWarning[] =>
    points.some(({ product }) => product === at) ? [] : [{ code: 'unused', at }],
  );
  return [...expired, ...wrong, ...doses, ...unused];
}

/**
 * Returns what an emergency doctor must know: 'filler' if a filler was injected, and 'toxin' if a toxin was. Each is
 * listed at most once.
 */
export function emergenciesOf(products: readonly { readonly product: string }[]): ('filler' | 'toxin')[] {
  const families = new Set(
    products.flatMap(({ product }) =>
      isProduct(product) ? clinicalClasses[clinicalProducts[product].class].family : [],
    ),
  );
  return [
    ...(families.has('filler') ? (['filler'] as const) : []),
    ...(families.has('botox') ? (['toxin'] as const) : []),
  ];
}
