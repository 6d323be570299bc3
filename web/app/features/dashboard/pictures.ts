import { type AnyPhoto, type PhotoEntry, type PhotoKind, type Pose, Poses } from '#contract/intake.ts';
import { type Rendering, type Style, Styles } from '#contract/drafts.ts';
import type { PublishedSimulation } from '#contract/simulation.ts';

type Pictures = Pick<PublishedSimulation, 'before' | 'renderings' | 'style_asked_for'>;

export interface Pair {
  before: PhotoEntry;
  simulation: Rendering;
}

export function photoOf<P extends { pose: PhotoKind }>(photos: readonly P[], kind: PhotoKind): P | undefined {
  return photos.find((photo) => photo.pose === kind);
}

/** Returns a photo and its simulation. Returns nothing if one of them is missing. */
export function pairOf({ before, renderings }: Pictures, pose: Pose, style: Style): Pair | undefined {
  const photo = photoOf(before, pose);
  const simulation = renderings.find((rendering) => rendering.pose === pose && rendering.style === style);
  return photo && simulation && { before: photo, simulation };
}

/** Returns the styles that have images, from the least to the most visible. */
export function stylesOf({ renderings }: Pick<Pictures, 'renderings'>): Style[] {
  return Styles.filter((style) => renderings.some((rendering) => rendering.style === style));
}

/** Returns the requested style, or else the least visible one. */
export function startingStyle(pictures: Pictures): Style | undefined {
  const styles = stylesOf(pictures);
  return styles.find((style) => style === pictures.style_asked_for) ?? styles[0];
}

/** Returns the first pose that has an image, or else the first of all poses. */
export function startingPose(photos: readonly Pick<AnyPhoto, 'pose'>[]): Pose {
  return Poses.find((pose) => photos.some((photo) => photo.pose === pose)) ?? Poses[0];
}
