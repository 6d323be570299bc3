import type { Pose } from '#contract/intake.ts';
import type { Landmarks } from '#engine/picture.ts';

/** The open photo with the data that the tools need. */
export interface Marked {
  photoId: string;
  pose: Pose;
  landmarks: Landmarks;
  size: { width: number; height: number };
}
