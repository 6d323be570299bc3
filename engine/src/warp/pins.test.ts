import { expect, test } from 'vitest';
import type { MovingTreatment } from './movers.ts';
import { pinnedLandmarks } from './pins.ts';

const sorted = (pins: Iterable<number>) => [...pins].sort((a, b) => a - b);
const pinned = (...moving: MovingTreatment[]) => pinnedLandmarks((name) => moving.includes(name));

/** Landmarks of MediaPipe's face mesh that are pinned if no treatment moves anything. */
const still = [
  0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 13, 14, 17, 20, 21, 33, 49, 50, 54, 58, 60, 61, 64, 67, 78, 79, 80, 81, 82, 87, 88, 93,
  95, 98, 103, 109, 117, 119, 120, 123, 127, 129, 132, 133, 136, 144, 145, 148, 149, 150, 151, 152, 153, 154, 155, 157,
  158, 159, 160, 161, 162, 163, 166, 168, 172, 173, 176, 178, 191, 195, 197, 234, 246, 249, 250, 251, 263, 279, 280,
  284, 288, 290, 291, 294, 297, 308, 309, 310, 311, 312, 317, 318, 323, 324, 327, 332, 338, 346, 348, 349, 352, 356,
  358, 361, 362, 365, 373, 374, 377, 378, 379, 380, 381, 382, 384, 385, 386, 387, 388, 389, 390, 392, 397, 398, 400,
  402, 415, 454, 466, 468, 473,
];
const aroundLips = [18, 43, 57, 83, 92, 106, 164, 165, 167, 182, 186, 200, 273, 287, 313, 322, 335, 391, 393, 406, 410];
const masseter = [58, 132, 136, 150, 172, 288, 361, 365, 379, 397];

/** Additional pins of each treatment, and the pins that it frees. */
const changes: [moving: MovingTreatment[], pins: number[], frees: number[]][] = [
  [[], [], []],
  [['brow_lift'], [], []],
  [['upper_lip'], aroundLips, []],
  [['lower_lip'], aroundLips, []],
  [['lip_flip'], aroundLips, []],
  [['cheek'], [111, 143, 205, 340, 372, 425], [50, 117, 123, 280, 346, 352]],
  [['nose_bridge'], [193, 236, 417, 456], [6, 168, 195, 197]],
  [['jawline'], [18, 200], [58, 136, 149, 150, 172, 176, 288, 365, 378, 379, 397, 400]],
  [['chin'], [18, 83, 106, 313, 335], [148, 149, 150, 152, 176, 377, 378, 379, 400]],
  [['masseter'], [18, 200], masseter],
  [['masseter', 'jawline'], [18, 200], masseter],
  [
    ['chin', 'jawline'],
    [18, 83, 106, 313, 335],
    [...masseter, 148, 149, 152, 176, 377, 378, 400],
  ],
];

test.each(changes)('with the moving treatments %j, the expected landmarks are pinned', (moving, pins, frees) => {
  const expected = new Set([...still, ...pins]);
  for (const free of frees) expected.delete(free);
  expect(sorted(pinned(...moving))).toEqual(sorted(expected));
});

test('the corners of the mouth, the lids and the nostrils are pinned even if every treatment moves', () => {
  const all = pinnedLandmarks(() => true);
  for (const landmark of [61, 291, 33, 133, 159, 145, 263, 362, 386, 374, 20, 250, 60, 290])
    expect(all).toContain(landmark);
});
