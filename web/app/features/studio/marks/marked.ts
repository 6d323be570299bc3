import type { Pose } from '#contract/intake.ts';
import type { Landmarks } from '#engine/picture.ts';

/** The open photo, in the form that the tools use. */
export interface Marked {
  pose: Pose;
  landmarks: Landmarks;
  size: { width: number; height: number };
}
