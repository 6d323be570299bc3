import { clinicalClasses, clinicalProducts, clinicalTreatments, type DoseUnit, type ProductName } from '../clinical.ts';
import { isTreatmentName } from '../recipe.ts';
import { compareDoses, differs, type GivenDose, type PlannedDose } from './compare-doses.ts';

/**
 * Rules that compare the treatments given at a visit with the planned ones. Amounts are in units, millilitres or
 * percent. Days have the form YYYY-MM-DD.
 */

interface Used {
  readonly product: string;
  readonly lot: string | null;
  readonly expires_on: string | null;
}

/** Kinds of plan items that have no doses, but whose products are put under the skin. */
const UNDOSED_UNDER_THE_SKIN = ['thread_lift', 'mesotherapy'];

/**
 * Returns whether a record must state the lot of this product. A recall needs the lot of each product that is put under
 * the skin. Records of lasers and peels need not state a lot.
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
 * Returns warnings for the doctor to check before saving a record. A warning does not prevent saving, because the
 * record may be correct.
 */
export function recordWarnings(
  planned: readonly PlannedDose[],
  { treated_on, products, points }: { treated_on: string; products: readonly Used[]; points: readonly GivenDose[] },
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
