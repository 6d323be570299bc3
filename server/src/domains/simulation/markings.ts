import { type PhotoKind, Poses, type Pose } from '#contract/intake.ts';
import { type Markings, noMarkings } from '#contract/markings.ts';

interface CasePhoto {
  readonly pose: PhotoKind;
  readonly photo_id: string;
}

/**
 * Returns the markings that are still valid after photos of a case were replaced. Brush strokes and corrected points
 * belong to one photo, so they are removed with it. Injection points are not removed.
 */
export function onPhotos(markings: Markings, before: readonly CasePhoto[], after: readonly CasePhoto[]): Markings {
  const photoOf = (photos: readonly CasePhoto[], pose: Pose) => photos.find((photo) => photo.pose === pose)?.photo_id;
  const poses = { ...markings.poses };
  for (const pose of Poses) {
    if (photoOf(before, pose) !== photoOf(after, pose)) poses[pose] = noMarkings().poses[pose];
  }
  return { ...markings, poses };
}
