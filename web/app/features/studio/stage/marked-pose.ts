import type { PoseMarks } from '#contract/markings.ts';
import { correctLandmarks } from '#engine/geometry/correct-landmarks.ts';
import type { OpenPose } from './pose-store.ts';

/** Detects the face points again, starting from the places in `seeds`. Returns null if no face is found. */
export type Refine = (pose: OpenPose, seeds: PoseMarks['seeds']) => Promise<OpenPose | null>;

/**
 * Returns the photo with the doctor's corrections of its face points. If the doctor has placed seeds, the face points
 * are first detected again from these seeds.
 */
export async function markedPose(pose: OpenPose, marks: PoseMarks, refine: Refine): Promise<OpenPose> {
  const found = marks.seeds.length > 0 ? ((await refine(pose, marks.seeds)) ?? pose) : pose;
  return corrected(found, marks.corrections);
}

export function corrected(pose: OpenPose, corrections: PoseMarks['corrections']): OpenPose {
  if (corrections.length === 0) return pose;
  return { ...pose, landmarks: correctLandmarks(pose.landmarks, corrections, pose.picture) };
}
