import { beforeAll, describe, expect, test } from 'vitest';
import { isSame } from '../../test/compare.ts';
import { demoFace } from '../../test/demo-faces.ts';
import { paintFace } from '../../test/painted-face.ts';
import type { PaintedFace } from '../../test/painted-face.ts';
import { doseResponse, treatmentNames } from '../dose-response.ts';
import type { TreatmentName } from '../dose-response.ts';
import { readLab } from '../maths/lab.ts';
import { faceOutline, leftEye, rightEye } from '../model/landmark-groups.ts';
import { planeOf } from '../maths/plane.ts';
import { fillPolygon, scalePolygon } from '../maths/polygon.ts';
import type { Point } from '../maths/polygon.ts';
import type { Landmarks, Picture } from '../picture.ts';
import type { Dose, Recipe } from '../recipe.ts';
import { findNeck } from '../regions/neck.ts';
import { pointsOf } from '../regions/work-area.ts';
import { prepare, render } from '../simulate.ts';
import { movingTreatments } from '../warp/movers.ts';

const size = { width: 640, height: 640 };
let landmarks: Landmarks;
let bare: Picture;
beforeAll(async () => {
  ({ landmarks } = await demoFace('B', 'front', size.width));
  bare = blank().picture();
});

const blank = () => paintFace(landmarks, size);

function treated(face: PaintedFace, treatments: Recipe['treatments']): { before: Picture; after: Picture } {
  const before = face.picture();
  return { before, after: render(prepare(before, landmarks), { version: 1, treatments }) };
}

function full(name: TreatmentName): Dose {
  return doseResponse[name].max;
}

/** Returns L*, a* and b* of the pixel at a point. */
function colourAt(picture: Picture, [x, y]: Point): [l: number, a: number, b: number] {
  const lab = new Float32Array(3);
  readLab(picture.data, (Math.floor(y) * picture.width + Math.floor(x)) * 4, lab);
  return [lab[0]!, lab[1]!, lab[2]!];
}

/**
 * Returns how much of each mark is left after treatment, measured in L*, a* or b* (`channel` 0, 1 or 2): 1 if the value
 * is unchanged, 0 if it equals the value on the painted face without marks (`bare`).
 */
function shares(face: PaintedFace, treatments: Recipe['treatments'], marks: Point[], channel: 0 | 1 | 2 = 0): number[] {
  const { before, after } = treated(face, treatments);
  return marks.map((mark) => {
    const skin = colourAt(bare, mark)[channel];
    return (colourAt(after, mark)[channel] - skin) / (colourAt(before, mark)[channel] - skin);
  });
}

function left(face: PaintedFace, treatments: Recipe['treatments'], mark: Point, channel: 0 | 1 | 2 = 0): number {
  return shares(face, treatments, [mark], channel)[0]!;
}

describe('lines', () => {
  const line = (face: PaintedFace) => face.line(face.at(9, -0.3, -0.35), face.at(9, 0.3, -0.35), 3, [-8, 1, 0]);
  const mark = (face: PaintedFace) => face.at(9, 0, -0.35);

  test('a dark line on the forehead fades with the dose', () => {
    const face = line(blank());
    const remaining = [5, 12, 30].map((dose) => left(face, { forehead: dose }, mark(face)));
    expect(remaining[0]).toBeLessThan(0.8);
    expect(remaining[1]).toBeLessThan(remaining[0]!);
    expect(remaining[2]).toBeLessThan(0.3);
    expect(remaining[2]).toBeGreaterThan(-0.1);
  });

  test('a line on the cheek stays if only the forehead is treated', () => {
    const face = blank();
    face.line(face.at(205, -0.1, 0), face.at(205, 0.1, 0), 3, [-8, 1, 0]);
    const { before, after } = treated(face, { forehead: 30 });
    expect(colourAt(after, face.at(205))).toEqual(colourAt(before, face.at(205)));
  });

  test('pores of the forehead mostly stay when its lines are treated', () => {
    const face = blank();
    const pores = Array.from({ length: 9 }, (_, k) => face.at(9, -0.32 + 0.08 * k, -0.55));
    for (const pore of pores) face.disc(pore, 1.2, [-6, 0, 0]);
    expect(Math.min(...shares(face, { forehead: 20 }, pores))).toBeGreaterThan(0.55);
  });

  test('a fold beside the mouth fades, without turning lighter than the skin', () => {
    const face = blank();
    const [from, to] = [face.at(129, -0.02, 0.05), face.at(216, 0.02, 0)];
    face.line(from, to, 5, [-9, 1, 1]);
    const share = left(face, { nasolabial: 2 }, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
    expect(share).toBeLessThan(0.5);
    expect(share).toBeGreaterThan(-0.15);
  });

  test('a line on the side without a dose stays', () => {
    const face = blank();
    face.line(face.at(9, -0.4, -0.35), face.at(9, 0.4, -0.35), 3, [-8, 1, 0]);
    const onlyRight: Dose = { right: 12, left: 0 };
    const [right, leftSide] = shares(face, { forehead: onlyRight }, [face.at(9, -0.3, -0.35), face.at(9, 0.3, -0.35)]);
    expect(right).toBeLessThan(0.4);
    expect(leftSide).toBeGreaterThan(0.95);
  });
});

describe('spots', () => {
  test('a sun spot fades', () => {
    const face = blank();
    const spot = face.at(205, 0, -0.1);
    expect(left(face.disc(spot, 0.025 * face.d, [-6, 1, 4]), { pigment: 100 }, spot)).toBeLessThan(0.5);
  });

  test('a freckle of 2 mm and an oblong spot of 4 mm fade in lightness and colour', () => {
    const face = blank();
    const freckle = face.at(205, 0, -0.1);
    face.disc(freckle, 0.016 * face.d, [-6, 1, 4]);
    const oblong = face.at(425, 0, -0.1);
    const end = 0.012 * face.d;
    face.line([oblong[0] - end, oblong[1]], [oblong[0] + end, oblong[1]], 0.03 * face.d, [-5, 1, 4]);
    const remaining = ([0, 2] as const).map((channel) => shares(face, { pigment: 100 }, [freckle, oblong], channel));
    for (const share of remaining.flat()) expect(share, String(remaining)).toBeLessThan(0.6);
    for (const share of remaining.flat()) expect(share).toBeGreaterThan(0);
  });

  test('folds, wrinkles and grey pores keep their bytes', () => {
    const face = blank();
    face.line(face.at(129, -0.02, 0.05), face.at(216, 0.02, 0), 8, [-8, 2, 2]);
    face.line(face.at(33, -0.03, 0.03), face.at(33, -0.3, 0.12), 3, [-9, 1, 2]);
    face.line(face.at(9, -0.3, -0.35), face.at(9, 0.3, -0.35), 3, [-8, 1, 2]);
    for (const across of [-0.1, 0, 0.1]) face.disc(face.at(425, across, -0.1), 0.012 * face.d, [-5, -1, -2]);
    const { before, after } = treated(face, { pigment: 100 });
    expect(isSame(after, before)).toBe(true);
  });

  test('the short dark end of a fold next to the nose and the end of a single hair keep their bytes', () => {
    const folded = blank();
    const [from, to] = [folded.at(129, -0.02, 0.05), folded.at(216, 0.02, 0)];
    folded.line(from, to, 8, [-6, 1, 1]);
    const share = (0.07 * folded.d) / Math.hypot(to[0] - from[0], to[1] - from[1]);
    const end: Point = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
    folded.line(from, end, 4, [-8, 3, 7]);
    const hairy = blank();
    const hair = hairy.at(9, 0, -0.5);
    hairy.line(hair, [hair[0] + 0.04 * hairy.d, hair[1] + 0.024 * hairy.d], 1, [-20, 4, 8]);
    for (const [name, face] of Object.entries({ folded, hairy })) {
      const { before, after } = treated(face, { pigment: 100 });
      expect(isSame(after, before), name).toBe(true);
    }
  });

  test('no pixel changes its colour more than its lightness', () => {
    const face = blank();
    for (const across of [-0.12, -0.04, 0.04, 0.12])
      face.disc(face.at(205, across, -0.1), (0.014 + 0.1 * Math.abs(across)) * face.d, [-3, 5, 9]);
    const { before, after } = treated(face, { pigment: 100 });
    expect(isSame(after, before)).toBe(false);
    for (let y = 0; y < size.height; y++)
      for (let x = 0; x < size.width; x++) {
        const [was, is] = [colourAt(before, [x, y]), colourAt(after, [x, y])];
        const recoloured = Math.hypot(is[1] - was[1], is[2] - was[2]);
        // The added light alone already changes the colour, because it multiplies a* and b*. Rounding to bytes changes
        // a* by up to about 0.7.
        expect(recoloured, `${x},${y}`).toBeLessThanOrEqual(1.4 * Math.max(0, is[0] - was[0]) + 1.5);
      }
  });

  test('trust 15: a mole stays to the byte, whatever is treated around it', () => {
    const face = blank();
    for (const radius of [0.02, 0.035, 0.055]) {
      const mole = face.at(205, 0, -0.1);
      const { before, after } = treated(blank().disc(mole, radius * face.d, [-30, 3, 2]), {
        pigment: 100,
        texture: 100,
        redness: 100,
        dark_circles: 100,
      });
      expect(colourAt(after, mole), `radius ${radius} d`).toEqual(colourAt(before, mole));
      const rim = face.at(205, radius * 0.8, -0.1);
      expect(Math.abs(colourAt(after, rim)[0] - colourAt(before, rim)[0]), `rim at ${radius} d`).toBeLessThan(1.5);
    }
  });
});

describe('redness', () => {
  test('a red cheek calms down, but never below the calm skin around it', () => {
    const face = blank();
    const cheek = face.at(205, 0, -0.1);
    const flushed = face.disc(cheek, 0.2 * face.d, [-2, 9, 0]);
    const remaining = [25, 60, 100].map((dose) => left(flushed, { redness: dose }, cheek, 1));
    expect(remaining[0]).toBeLessThan(0.9);
    expect(remaining[1]).toBeLessThan(remaining[0]!);
    expect(remaining[2]).toBeLessThan(remaining[1]!);
    expect(remaining[2]).toBeGreaterThan(0.1);
  });

  test('the redness laser does not change calm skin', () => {
    const { before, after } = treated(blank(), { redness: 100 });
    expect(isSame(after, before)).toBe(true);
  });
});

describe('under the eyes', () => {
  test('a dark ring becomes more like the cheek, and never brighter than the cheek', () => {
    const face = blank();
    const ring = face.at(230, 0, 0.03);
    face.disc(ring, 0.13 * face.d, [-9, 2, -4]);
    const remaining = [20, 100].map((dose) => left(face, { dark_circles: dose }, ring));
    expect(remaining[0]).toBeLessThan(0.95);
    expect(remaining[1]).toBeLessThan(0.8);
    expect(remaining[1]).toBeGreaterThan(0);
  });

  test('filler in the tear trough lightens a dark ring under the eye', () => {
    const face = blank();
    const ring = face.at(230, 0, 0.03);
    expect(left(face.disc(ring, 0.13 * face.d, [-9, 0, 0]), { tear_trough: 0.8 }, ring)).toBeLessThan(0.8);
  });
});

test('a relaxed forehead keeps the grain of shiny skin, because grain is not a line', () => {
  const face = blank();
  const scatter = (n: number, by: number) => ((n * by) % 1) - 0.5;
  const dots = Array.from({ length: 80 }, (_, n) =>
    face.at(9, 0.9 * scatter(2 * n, 0.618034), -0.4 + 0.3 * scatter(2 * n, 0.754878)),
  );
  for (const dot of dots) face.disc(dot, 1.6, [-9, 0, 0]);
  const left = shares(face, { forehead: 20 }, dots).sort((p, q) => p - q);
  expect(left[left.length >> 1]).toBeGreaterThan(0.63);
});

test('the grain of a line stays, in lightness and in colour, while the line goes', () => {
  const face = blank();
  const from = face.at(9, -0.3, -0.35);
  face.line(from, face.at(9, 0.3, -0.35), 5, [-9, 2, 2]);
  const before = face.picture();
  for (let i = 0; i < before.data.length; i++)
    if (i % 4 < 3) before.data[i]! += Math.round(8 * ((((i + 1) * 0.618034) % 1) - 0.5));
  const after = render(prepare(before, landmarks), { version: 1, treatments: { forehead: 20 } });
  const onLine = Array.from({ length: 60 }, (_, k): Point => [from[0] + 10 + k, from[1]]);
  const mean = (picture: Picture) => onLine.reduce((sum, at) => sum + colourAt(picture, at)[0], 0) / onLine.length;
  /** Returns the mean difference of neighbouring pixels on the line, for L*, a* or b*. */
  const grain = (picture: Picture, channel: 0 | 1 | 2) =>
    onLine.reduce((sum, [x, y]) => {
      return sum + Math.abs(colourAt(picture, [x, y])[channel] - colourAt(picture, [x + 1, y])[channel]);
    }, 0) / onLine.length;
  expect(mean(after)).toBeGreaterThan(mean(before) + 4);
  for (const [channel, least] of [
    [0, 0.65],
    [1, 0.85],
    [2, 0.85],
  ] as const)
    expect(grain(after, channel) / grain(before, channel), `channel ${channel}`).toBeGreaterThan(least);
});

test('brown skin beside a line keeps its colour where the treatment adds no light', () => {
  const face = blank();
  const middle = face.at(33, -0.2, 0.05);
  face.disc(middle, 0.07 * face.d, [0, 3, 9]);
  face.line([middle[0] - 0.12 * face.d, middle[1]], [middle[0] + 0.12 * face.d, middle[1]], 3, [-9, 1, 0]);
  const { before, after } = treated(face, { crows_feet: 12 });
  for (const down of [-0.035, 0.035]) {
    const at: Point = [middle[0], middle[1] + down * face.d];
    const [was, is] = [colourAt(before, at), colourAt(after, at)];
    expect(Math.hypot(is[1] - was[1], is[2] - was[2]), `${down} d below the line`).toBeLessThan(1.5);
  }
  expect(colourAt(after, middle)[0]).toBeGreaterThan(colourAt(before, middle)[0] + 4);
});

test('roughness is reduced by a share, but not removed', () => {
  const face = blank();
  const pores = Array.from({ length: 7 }, (_, k) => face.at(205, -0.12 + 0.04 * k, -0.08));
  for (const pore of pores) face.disc(pore, 1.2, [-7, 0, 0]);
  const remaining = shares(face, { texture: 100 }, pores);
  expect(Math.max(...remaining)).toBeLessThan(0.97);
  expect(Math.min(...remaining)).toBeGreaterThan(0.6);
});

test('trust 15: a mole in a deep smile fold stays while the fold goes', () => {
  const face = blank();
  const crease = [face.at(36, 0.02, 0.02), face.at(207, 0.02, -0.02)] as const;
  face.line(crease[0], crease[1], 5, [-14, 4, 0]);
  const at = (share: number): Point => [
    crease[0][0] + (crease[1][0] - crease[0][0]) * share,
    crease[0][1] + (crease[1][1] - crease[0][1]) * share,
  ];
  face.disc(at(0.5), 0.018 * face.d, [-30, -2, -8]);
  const { before, after } = treated(face, { nasolabial: 2, pigment: 100, pores: 100 });
  const contrast = (picture: Picture) => colourAt(picture, at(0.5))[0] - colourAt(bare, at(0.5))[0];
  expect(contrast(after)).toBeLessThan(0.85 * contrast(before));
  const [left] = shares(face, { nasolabial: 2 }, [at(0.15)]);
  expect(left).toBeLessThan(0.6);
});

/**
 * Each case has a round spot in a fold of −4 L*. `depth` is the difference of L* between the spot and the fold. After
 * filling, the share of the spot that remains must be between `least` and `most`.
 */
test.each([
  ['the darkest point of a fold is filled with the fold', -8, 0, 0.8],
  ['a pale mole in a fold, which is a lesion against the fold too, stays', -12, 0.9, 1.1],
] as const)('trust 15: %s', (_, depth, least, most) => {
  const face = blank();
  const [from, to] = [face.at(129, -0.02, 0.05), face.at(216, 0.02, 0)];
  const spot: Point = [from[0] + 0.4 * (to[0] - from[0]), from[1] + 0.4 * (to[1] - from[1])];
  face.line(from, to, 8, [-4, 2, 0]);
  face.disc(spot, 0.016 * face.d, [depth, -1, -1]);
  const share = left(face, { nasolabial: 2 }, spot);
  expect(share).toBeGreaterThan(least);
  expect(share).toBeLessThan(most);
});

test('the grey depth of a fold does not count as a moustache, and is filled with the fold', () => {
  const face = blank();
  const [from, to] = [face.at(129, -0.02, 0.05), face.at(216, 0.02, 0)];
  face.line(from, to, 7, [-16, 2, -2]);
  const end: Point = [from[0] + 0.8 * (to[0] - from[0]), from[1] + 0.8 * (to[1] - from[1])];
  face.disc(end, 0.035 * face.d, [-14, -5, -12]);
  const prepared = prepare(face.picture(), landmarks);
  const { window, size: part } = prepared.area;
  const i = Math.floor(end[1] - window.top) * part.width + Math.floor(end[0] - window.left);
  expect(prepared.layers.hair[i]).toBeLessThan(0.1);
  expect(left(face, { nasolabial: 2 }, end)).toBeLessThan(0.6);
});

test('the depth of a fold counts as skin, both if it is grey and if light from its walls colours it', () => {
  for (const depth of [
    [-54, -12, -17],
    [-22, 17, 21],
  ] as const) {
    const face = blank();
    const [from, to] = [face.at(129, -0.02, 0.05), face.at(216, 0.02, 0)];
    face.line(from, to, 6, depth);
    const middle: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    expect(left(face, { nasolabial: 2 }, middle), String(depth)).toBeLessThan(0.6);
  }
});

test('the shadow of the jaw stays on the neck, and a cord next to it fades', () => {
  const face = blank().neck();
  face.line(face.at(152, -0.6, 0.17), face.at(152, 0.6, 0.17), 0.16 * face.d, [-20, 0, 0]);
  const cord = [face.at(152, 0.15, 0.38), face.at(152, 0.15, 0.52)] as const;
  face.line(cord[0], cord[1], 0.06 * face.d, [-6, 0, 0]);
  const { before, after } = treated(face, { neck_bands: 30 });
  const change = (point: Point) => colourAt(after, point)[0] - colourAt(before, point)[0];
  const shadow = [-0.3, -0.1, 0.1, 0.3].map((across) => change(face.at(152, across, 0.18)));
  expect(Math.max(...shadow)).toBeLessThan(1.5);
  expect(change(face.at(152, 0.15, 0.44))).toBeGreaterThan(0.9);
});

test('a beard that hangs below the jaw does not count as skin of the neck', () => {
  const face = blank().neck();
  const { area, layers } = prepare(face.picture(), landmarks);
  const covered = planeOf(area.size).fill(1);
  const skin = { area, skin: layers.skin, hair: layers.hair };
  const sum = (neck: ReturnType<typeof findNeck>) => neck!.neck.skin.reduce((total, value) => total + value, 0);
  const bareNeck = sum(findNeck(face.picture(), landmarks, skin));
  expect(bareNeck).toBeGreaterThan(1000);
  expect(sum(findNeck(face.picture(), landmarks, { ...skin, hair: covered }))).toBeLessThan(0.9 * bareNeck);
});

test('the broad light and shade of a cheekbone does not count as a smile line next to the eye', () => {
  const face = blank();
  const bone = face.at(117, -0.05, 0.02);
  face.line(face.at(117, -0.2, 0.02), face.at(117, 0.2, 0.02), 0.16 * face.d, [-5, 0, 0]);
  expect(left(face, { crows_feet: 20 }, bone)).toBeGreaterThan(0.85);
});

test('a smile line that begins at the corner of the eye fades there too', () => {
  const face = blank();
  const [from, to] = [face.at(33, -0.03, 0.03), face.at(33, -0.3, 0.12)];
  face.line(from, to, 3, [-9, 1, 0]);
  const at: Point = [from[0] + 0.25 * (to[0] - from[0]), from[1] + 0.25 * (to[1] - from[1])];
  expect(left(face, { crows_feet: 12 }, at)).toBeLessThan(0.45);
});

test('fuller lips are a little redder', () => {
  const face = blank();
  const { before, after } = treated(face, { upper_lip: 1, lower_lip: 1 });
  expect(colourAt(after, face.at(17, 0, -0.05))[1]).toBeGreaterThan(colourAt(before, face.at(17, 0, -0.05))[1] + 0.5);
});

test('background and eyes keep their bytes under every skin treatment', () => {
  const face = blank();
  const treatments = Object.fromEntries(
    treatmentNames.filter((name) => !(movingTreatments as string[]).includes(name)).map((name) => [name, full(name)]),
  );
  face.disc(face.at(205), 0.1 * face.d, [-4, 6, 2]).disc(face.at(425), 0.025 * face.d, [-6, 1, 4]);
  const { before, after } = treated(face, treatments);
  const untouchable = planeOf(size).fill(1);
  fillPolygon(untouchable, size, scalePolygon(pointsOf(landmarks, faceOutline), 1.12), 0);
  for (const eye of [rightEye, leftEye]) fillPolygon(untouchable, size, pointsOf(landmarks, eye), 1);
  const checked = Array.from(untouchable.keys()).filter((i) => untouchable[i]! > 0);
  const bytes = (picture: Picture) => new Uint32Array(picture.data.buffer);
  const [was, is] = [bytes(before), bytes(after)];
  expect(checked.length).toBeGreaterThan(10_000);
  expect(checked.filter((i) => was[i] !== is[i])).toEqual([]);
  expect(isSame(after, before)).toBe(false);
});
