import type { PhotoFaultCode } from './face-check.ts';
import type { PhotoKind } from './poses.ts';

/** After this many refusals of one pose, the person may send the photo anyway, because the detector may be wrong. */
const patience = 2;

/**
 * Returns whether a photo with this fault must never be sent. We do not store the face of another person, even if the
 * patient insists.
 */
const isHard = (fault: PhotoFaultCode): boolean => fault === 'several_faces';

/** The number of refusals of each pose since its last accepted photo, or since the page was opened. */
export type Refusals = Readonly<Partial<Record<PhotoKind, number>>>;

export const refusedOnce = (refusals: Refusals, pose: PhotoKind): Refusals => ({
  ...refusals,
  [pose]: (refusals[pose] ?? 0) + 1,
});

/** Forgets the refusals of a pose after a photo of it was accepted. A retake begins at zero again. */
export const accepted = (refusals: Refusals, pose: PhotoKind): Refusals => ({ ...refusals, [pose]: 0 });

/**
 * Returns whether the person may send a refused photo anyway. The photo is then marked as unverified. A doctor checks
 * it and may request another photo. A detector fails more often on some faces than on others, and must not exclude
 * anyone.
 */
export const mayInsist = (refusals: Refusals, pose: PhotoKind, fault: PhotoFaultCode): boolean =>
  !isHard(fault) && (refusals[pose] ?? 0) >= patience;
