import { classOf, clinicalTreatments, groupOf, clinicalIntervals, type TreatmentName } from '../clinical.ts';

/**
 * Returns whether two treatments concern the same region. The region 'skin' is the whole skin, so it overlaps with
 * every region.
 */
function isSameRegion(a: TreatmentName, b: TreatmentName): boolean {
  const [one, other] = [clinicalTreatments[a].region, clinicalTreatments[b].region];
  return one === other || one === 'skin' || other === 'skin';
}

const rulesFor = (first: TreatmentName, second: TreatmentName) =>
  clinicalIntervals.filter(
    (rule) =>
      rule.first === groupOf(first) &&
      rule.second === groupOf(second) &&
      (!rule.same_region || isSameRegion(first, second)),
  );

const isSameClass = (a: TreatmentName, b: TreatmentName): boolean =>
  clinicalTreatments[a].class === clinicalTreatments[b].class;

const bothOnSkin = (a: TreatmentName, b: TreatmentName): boolean =>
  classOf(a).family === 'laser' && classOf(b).family === 'laser' && isSameRegion(a, b);

/**
 * Returns the minimum number of weeks between two treatments of different sessions. `first` is the earlier treatment.
 */
export function weeksBetween(first: TreatmentName, second: TreatmentName): number {
  const { repeat_weeks, review_weeks } = classOf(first);
  const ruled = Math.max(0, ...rulesFor(first, second).map(({ weeks }) => weeks));
  // The same treatment, or another laser or peel on the same region, treats the same skin again, even if the device
  // differs.
  if (first === second || bothOnSkin(first, second)) return Math.max(ruled, repeat_weeks);
  // Another area gets a treatment of the same class only after the result in the first area was reviewed.
  return isSameClass(first, second) ? Math.max(ruled, review_weeks) : ruled;
}

/** Returns whether two treatments may be given in one session. */
export function mayShareSession(a: TreatmentName, b: TreatmentName): boolean {
  if (a === b) return false;
  if (isSameClass(a, b)) return true;
  return !bothOnSkin(a, b) && !isOrdered(a, b);
}

/** Returns whether an interval rule applies to both treatments, in either order. */
export const isOrdered = (a: TreatmentName, b: TreatmentName): boolean =>
  rulesFor(a, b).length > 0 || rulesFor(b, a).length > 0;
