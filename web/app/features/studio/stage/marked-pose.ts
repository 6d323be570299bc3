import type { PoseMarks } from '#contract/markings.ts';
import { correctLandmarks } from '#engine/geometry/correct-landmarks.ts';
import type { OpenPose } from './pose-store.ts';

/** Looks for the face points again around where somebody said they are; null where no face is found. */
export type Refine = (pose: OpenPose, seeds: PoseMarks['seeds']) => Promise<OpenPose | null>;

/** A photo's face points with what the doctor corrected, looked for again where that was wished. */
export async function markedPose(pose: OpenPose, marks: PoseMarks, refine: Refine): Promise<OpenPose> {
  const found = marks.seeds.length > 0 ? ((await refine(pose, marks.seeds)) ?? pose) : pose;
  return corrected(found, marks.corrections);
}

export function corrected(pose: OpenPose, corrections: PoseMarks['corrections']): OpenPose {
  if (corrections.length === 0) return pose;
  return { ...pose, landmarks: correctLandmarks(pose.landmarks, corrections, pose.picture) };
}
