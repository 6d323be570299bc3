import type { Pose } from '#contract/intake.ts';
import type { Landmarks } from '#engine/picture.ts';

/** The photo that is open, as the tools see it. */
export interface Marked {
  pose: Pose;
  landmarks: Landmarks;
  size: { width: number; height: number };
}
