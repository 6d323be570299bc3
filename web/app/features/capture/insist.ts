import type { PhotoFaultCode } from './face-check.ts';
import type { PhotoKind } from './poses.ts';

/** After this many refusals of one pose in a row, the program may be the one that is wrong. */
const patience = 2;

/** We never keep another person's face, even if the patient insists. */
const isHard = (fault: PhotoFaultCode): boolean => fault === 'several_faces';

/** The number of refusals of each pose since its last photo. */
export type Refusals = Readonly<Partial<Record<PhotoKind, number>>>;

export const refusedOnce = (refusals: Refusals, pose: PhotoKind): Refusals => ({
  ...refusals,
  [pose]: (refusals[pose] ?? 0) + 1,
});

/**
 * Whether the person may send the refused photo anyway, marked as unverified: a doctor looks at it and may ask for
 * another. A detector errs more often on some faces than on others, and must not keep anybody out.
 */
export const mayInsist = (refusals: Refusals, pose: PhotoKind, fault: PhotoFaultCode): boolean =>
  !isHard(fault) && (refusals[pose] ?? 0) >= patience;
