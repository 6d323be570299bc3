import { isDeepStrictEqual } from 'node:util';
import { type Pose, Poses } from '#contract/intake.ts';
import { noMarkings } from '#contract/markings.ts';
import { type Style, Styles } from '#contract/drafts.ts';
import { sameCalibration } from '#engine/recipe.ts';
import type { DraftContent } from './drafts.queries.ts';

type Drawn = Pick<DraftContent, 'recipes' | 'markings'>;

/**
 * Returns true if two versions of a draft give the same image. Both must have the same doses, calibration and engine
 * version for the style, and the same markings for the pose.
 */
export function isSamePicture(a: Drawn, b: Drawn, pose: Pose, style: Style): boolean {
  const marks = ({ markings }: Drawn) => (markings ?? noMarkings()).poses[pose];
  const drawn = ({ recipes }: Drawn) => [recipes[style].treatments, recipes[style].engine];
  return (
    isDeepStrictEqual(drawn(a), drawn(b)) &&
    sameCalibration(a.recipes[style].calibration, b.recipes[style].calibration) &&
    isDeepStrictEqual(marks(a), marks(b))
  );
}

export const samePictures = (a: Drawn, b: Drawn): { pose: Pose; style: Style }[] =>
  Poses.flatMap((pose) => Styles.map((style) => ({ pose, style }))).filter(({ pose, style }) =>
    isSamePicture(a, b, pose, style),
  );
