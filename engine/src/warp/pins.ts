import { faceOutline, innerLips, leftEye, rightEye } from '../model/landmark-groups.ts';
import type { MovingTreatment } from './movers.ts';

/**
 * The groups of landmarks that are pinned in every recipe, unless a filler moves them: lids and irises, nose, nostrils,
 * corners of the mouth, the middle between the brows, hairline and the line between the lips. The bridge of the nose
 * (`noseBridge`) is pinned only if it is not filled.
 */
const lidsAndIrises = [
  33, 133, 159, 145, 160, 158, 144, 153, 161, 157, 163, 154, 246, 173, 155, 7, 468, 263, 362, 386, 374, 385, 387, 380,
  373, 388, 384, 390, 381, 466, 398, 382, 249, 473,
];
const nose = [1, 2, 4, 5, 98, 327, 129, 358, 64, 294, 49, 279];
const nostrils = [20, 250, 60, 290, 79, 309, 166, 392];
const noseBridge = [6, 168, 195, 197];
const mouthCorners = [61, 291];
const betweenBrows = [9, 8, 151];
const hairline = [10, 109, 338, 67, 297, 103, 332];
/**
 * Landmarks that no filler moves, even if the filler is close to them. The exception is the line of the mouth, which
 * moves forward on a turned head.
 */
export const steadyLandmarks: ReadonlySet<number> = new Set([
  ...rightEye,
  ...leftEye,
  468,
  473,
  ...innerLips,
  ...mouthCorners,
  1,
  2,
  4,
  5,
  98,
  327,
  129,
  358,
  64,
  294,
]);
const neverMoving = [
  ...lidsAndIrises,
  ...nose,
  ...nostrils,
  ...innerLips,
  ...mouthCorners,
  ...betweenBrows,
  ...hairline,
];
const aroundLips = [164, 18, 200, 165, 391, 92, 322, 57, 287, 43, 273, 106, 335, 182, 406, 83, 313, 167, 393, 186, 410];
const cheeks = [50, 280, 123, 352, 117, 346, 119, 348, 120, 349];
const aroundCheeks = [119, 348, 120, 349, 205, 425, 111, 340, 143, 372];
const nextToBridge = [193, 417, 236, 456];
/**
 * Smallest yaw, in degrees, at which the bridge of the nose covers part of the far eye. Pins next to the bridge would
 * then prevent the movement of the bridge.
 */
const bridgeTurns = 12;
const chin = [152, 148, 377, 18, 200];
const outlineAboveJaw = [234, 454, 127, 356, 162, 389, 21, 251, 54, 284, 93, 323];

/**
 * Returns the landmarks that stay fixed for a recipe. Landmarks next to a moving area are pinned where the change must
 * end. The common border of two moving areas is not pinned. The caller ensures that no moving point is pinned.
 *
 * @param yaw in degrees
 */
export function pinnedLandmarks(isMoving: (treatment: MovingTreatment) => boolean, yaw = 0): Set<number> {
  const pins = new Set(neverMoving);
  const pin = (indices: readonly number[]) => indices.forEach((index) => pins.add(index));
  const lips = (['upper_lip', 'lower_lip', 'lip_flip'] as const).some(isMoving);
  const lowerFace = (['jawline', 'chin', 'masseter'] as const).some(isMoving);
  pin(lips ? [...aroundLips, 0, 17] : [0, 17]);
  pin(isMoving('cheek') ? aroundCheeks : cheeks);
  pin(!isMoving('nose_bridge') ? noseBridge : Math.abs(yaw) < bridgeTurns ? nextToBridge : []);
  pin(lowerFace ? outlineAboveJaw : faceOutline);
  if (isMoving('chin')) pin([18, 83, 313, 106, 335]);
  if (isMoving('chin') && !isMoving('jawline')) pin([58, 288, 132, 361, 172, 397, 136, 365]);
  if (!isMoving('chin'))
    pin(isMoving('masseter') ? [...chin, 176, 400, 149, 378] : isMoving('jawline') ? [...chin, 132, 361] : []);
  return pins;
}
