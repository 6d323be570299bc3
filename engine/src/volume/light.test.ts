import { beforeAll, describe, expect, test } from 'vitest';
import { demoFace } from '../../test/demo-faces.ts';
import type { DemoFace } from '../../test/demo-faces.ts';
import { planeOf } from '../maths/plane.ts';
import type { Plane } from '../maths/plane.ts';
import { median } from '../maths/statistics.ts';
import { skinLayersOf } from '../passes/prepare-skin.ts';
import { emptyRecipe, strengthsOf, withDose } from '../recipe.ts';
import { workAreaOf } from '../regions/work-area.ts';
import type { WorkArea } from '../regions/work-area.ts';
import { faceVolumes } from './face-volumes.ts';
import type { FaceVolumes } from './face-volumes.ts';
import { fitLight } from './fit-light.ts';
import type { FaceLight } from './fit-light.ts';
import { cheekTones } from './keep-tone.ts';
import type { CheekTone } from './keep-tone.ts';
import { lightGrid } from './light-grid.ts';
import { drawOn } from './raster.ts';
import { clearFactor, leastExplained, lightTrust, mostRelit, relight, shownClearly } from './relight.ts';

/**
 * A demo face. Tests replace the lightness of its photo with the lightness that its 3D shape has under a known light.
 */
let face: DemoFace;
let volumes: FaceVolumes;
let area: WorkArea;
beforeAll(async () => {
  face = await demoFace('A', 'front', 600);
  volumes = faceVolumes(face.landmarks);
  area = workAreaOf(face.picture, face.landmarks);
});

type Coefficients = readonly [number, number, number, number];
const fromTheFront: Coefficients = [0.2, 0, -0.05, -0.25];
const fromTheLeftOfThePicture: Coefficients = [0.25, -0.2, 0, -0.1];
const fromTheRightOfThePicture: Coefficients = [0.25, 0.2, 0, -0.1];

describe('the light of a photo', () => {
  test.each([fromTheFront, fromTheLeftOfThePicture, fromTheRightOfThePicture])(
    'the light with the coefficients %j is found in the photo',
    (...c) => {
      const light = fitted(c);
      const size = Math.hypot(...c);
      light.c.forEach((value, k) => expect(Math.abs(value - c[k]!) / size, `${k}`).toBeLessThan(0.12));
      expect(light.explained).toBeGreaterThan(0.95);
    },
  );

  test('the direction of the light is found despite a white patch and a black patch', () => {
    const light = fitted(fromTheLeftOfThePicture, (l, x, y) =>
      y > 0.45 && y < 0.5 ? 100 : x > 0.6 && y > 0.7 ? 5 : l,
    );
    expect(light.c[1] / light.c[0]).toBeCloseTo(-0.8, 0);
    expect(light.c[1]).toBeLessThan(-0.12);
  });

  test('a darker forehead counts as a darker tone of skin, a darker side as weaker light', () => {
    const tone = fitted(fromTheFront, (l, _, y) => l - 12 * Math.max(0, 0.5 - y));
    const side = fitted(fromTheFront, (l, x) => l - 24 * Math.max(0, x - 0.5));
    expect(Math.abs(tone.c[1])).toBeLessThan(0.02);
    expect(side.c[1]).toBeLessThan(-0.04);
  });

  test('changes of light are drawn more weakly if the light hardly explains the face, or no skin is visible', () => {
    const mottled = fitted(fromTheFront, (_, x, y) => 55 + 14 * Math.sin(40 * x) * Math.sin(40 * y));
    expect(mottled.explained).toBeLessThan(leastExplained);
    expect(lightTrust(mottled)).toBeLessThan(0.75);
    const none = fitLight(volumes.mesh, area, planeOf(area.size));
    expect(none.explained).toBe(0);
    expect(lightTrust(none)).toBe(0.5);
    expect(lightTrust({ ...none, explained: leastExplained })).toBe(1);
  });
});

describe('a filled cheek', () => {
  const strengths = strengthsOf(withDose(emptyRecipe, 'cheek', 2));
  const change = (light: FaceLight, drawn = strengths) =>
    relight(volumes.mesh, light, volumes.movesOf(drawn)!, volumes.lipsOf(drawn), area);

  test('a filled cheek becomes brighter towards the lamp and darker away from it', () => {
    const lit = change(fitted(fromTheLeftOfThePicture));
    const other = change(fitted(fromTheRightOfThePicture));
    for (const [light, inner] of [
      [lit, 1],
      [other, -1],
    ] as const) {
      // Compares two parts of the cheek on the left of the image: next to the nose, and towards the ear.
      const [nose, ear] = [at(light, 117, 0.18), at(light, 117, -0.18)];
      expect(inner * (ear - nose)).toBeGreaterThan(0.02);
    }
  });

  test('a filled cheek changes no light far away, stays below a limit, and changes half if the light is unknown', () => {
    const light = fitted(fromTheFront);
    const sure = change(light);
    const doubted = change({ ...light, explained: 0 });
    const largest = (values: Float32Array) => values.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
    expect(at(sure, 10, 0)).toBe(0);
    expect(at(sure, 152, 0)).toBe(0);
    expect(largest(sure.plane)).toBeGreaterThan(0.02);
    expect(largest(sure.plane)).toBeLessThan(mostRelit);
    expect(largest(doubted.plane) / largest(sure.plane)).toBeCloseTo(0.5, 2);
  });

  test('a filler that is shown more clearly has 2.5 times the small changes of light, within the same limit', () => {
    const light = change(fitted(fromTheLeftOfThePicture), strengthsOf(withDose(emptyRecipe, 'cheek', 3)));
    const clear = shownClearly(light);
    light.plane.forEach((log, i) => {
      const exact = Math.abs(log) < 0.01 ? clearFactor * log : clear.plane[i]!;
      expect(Math.abs(clear.plane[i]! - exact)).toBeLessThan(0.001);
      expect(Math.abs(clear.plane[i]!)).toBeGreaterThanOrEqual(Math.abs(log) * 0.999);
      expect(Math.abs(clear.plane[i]!)).toBeLessThan(mostRelit);
    });
  });

  test('a correction at least halves the shift of the median lightness of a filled cheek', () => {
    const light = fitted([0.25, -0.25, 0, 0]);
    const drawn = strengthsOf(withDose(emptyRecipe, 'cheek', 3));
    const [right] = cheekTones(area, skinLayersOf(area), volumes, lightGrid(volumes.mesh, area)) as [
      CheekTone,
      CheekTone,
    ];
    const relit = (tones: readonly CheekTone[]) =>
      relight(volumes.mesh, light, volumes.movesOf(drawn)!, volumes.lipsOf(drawn), area, tones).plane;
    // Uses only the part of the cheek on one side of the bulge, as if the photo showed no other part.
    const untouched = relit([]);
    const cells = right.cells.filter((cell) => untouched[cell]! < -0.018);
    const part = { ...right, cells, l: new Float32Array(cells.length).fill(60) };
    const shift = (plane: Plane) => median(Array.from(cells, (cell) => 76 * (Math.exp(plane[cell]! / 3) - 1)));
    expect(cells.length).toBeGreaterThan(50);
    expect(shift(untouched)).toBeLessThan(-0.5);
    expect(Math.abs(shift(relit([part])) / shift(untouched))).toBeLessThan(0.5);
  });

  test('the light on a filled lip may change by less than that on a cheek', () => {
    const strong = strengthsOf(withDose(withDose(emptyRecipe, 'upper_lip', 1.5), 'lower_lip', 1.5));
    const { plane } = change(fitted(fromTheFront), strong);
    expect(plane.reduce((most, v) => Math.max(most, Math.abs(v)), 0)).toBeLessThan(0.16);
  });
});

/**
 * Fits the light of a face whose only light is `c`. `paint` may change the lightness at a point, which is given in
 * shares of the window's width and height.
 */
function fitted(c: Coefficients, paint: (l: number, x: number, y: number) => number = (l) => l): FaceLight {
  const { mesh } = volumes;
  const { window, size, factor } = area;
  const step = mesh.mmPerPx * factor;
  const grid = { ...size, step, left: (window.left + 0.5) * mesh.mmPerPx, top: (window.top + 0.5) * mesh.mmPerPx };
  const { depth, planes } = drawOn(
    grid,
    mesh,
    [0, 1, 2].map((k) => ({ of: mesh.normals, stride: 3, at: k })),
  );
  const skin = planeOf(size);
  const l = planeOf(size);
  for (let i = 0; i < l.length; i++) {
    if (Number.isNaN(depth[i]!)) continue;
    const [x, y, z] = [planes[0]![i]!, planes[1]![i]!, planes[2]![i]!];
    const length = Math.hypot(x, y, z) || 1;
    const luminance = c[0] + (c[1] * x + c[2] * y + c[3] * z) / length;
    skin[i] = 1;
    const own = 116 * Math.cbrt(Math.max(0.002, luminance)) - 16;
    l[i] = paint(own, (i % size.width) / size.width, Math.floor(i / size.width) / size.height);
  }
  return fitLight(mesh, { ...area, lab: { ...area.lab, l } }, skin);
}

/** Returns the change of light at a distance of `across` × d to the right of a landmark in the image. */
function at({ size, step, plane }: ReturnType<typeof relight>, index: number, across: number): number {
  const [x, y] = area.landmarks[index]!;
  const column = Math.round((x + across * area.frame.d) / step - 0.5);
  return plane[Math.round(y / step - 0.5) * size.width + column]!;
}
