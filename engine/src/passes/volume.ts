import { planeOf } from '../maths/plane.ts';
import type { Plane } from '../maths/plane.ts';
import { fillPolygon } from '../maths/polygon.ts';
import { clamp, smoothstep } from '../maths/smoothstep.ts';
import { median } from '../maths/statistics.ts';
import { leftCheek, rightCheek } from '../model/landmark-groups.ts';
import type { Strengths } from '../recipe.ts';
import type { RegionMask, RegionMasks } from '../regions/region-masks.ts';
import { pointsOf } from '../regions/work-area.ts';
import type { WorkArea } from '../regions/work-area.ts';
import { deepest } from './radiance.ts';
import { isNone, sideRamp } from './side-ramp.ts';
import { shadedTreatments } from './skin-layers.ts';
import type { Bands } from './bands.ts';
import type { LabChange, SkinLayers, VolumeShades } from './skin-layers.ts';

/** A soft light or shade beside a landmark; offsets, radii in d, `outwards` away from the midline, amount in L*. */
interface Shade {
  readonly landmark: number;
  readonly outwards: number;
  readonly down: number;
  readonly radiusX: number;
  readonly radiusY: number;
  readonly amount: number;
  /** Share of a hollow's own shadow (11 mm and wider) that goes with it. */
  readonly hollow?: number;
}

type Pair = readonly [right: number, left: number];

/** The same shade on both sides; on the midline (one landmark twice, no way outwards) once. */
function shades([right, left]: Pair, shade: Omit<Shade, 'landmark'>): Shade[] {
  const onRight = { ...shade, landmark: right, outwards: -shade.outwards };
  return right === left && shade.outwards === 0 ? [onRight] : [onRight, { ...shade, landmark: left }];
}

const shadesOf: Readonly<Record<keyof VolumeShades, readonly Shade[]>> = {
  cheek: [
    ...shades([50, 280], { outwards: 0.08, down: -0.1, radiusX: 0.17, radiusY: 0.11, amount: 1.7 }),
    ...shades([50, 280], { outwards: 0.12, down: 0.27, radiusX: 0.17, radiusY: 0.12, amount: -2 }),
  ],
  chin: shades([199, 199], { outwards: 0, down: 0, radiusX: 0.13, radiusY: 0.09, amount: 2.2 }),
  /** Light along the border, where the jowl no longer breaks it. */
  jawline: [
    ...shades([136, 365], { outwards: -0.04, down: -0.06, radiusX: 0.11, radiusY: 0.05, amount: 2.6 }),
    ...shades([149, 378], { outwards: 0, down: -0.08, radiusX: 0.1, radiusY: 0.05, amount: 2 }),
  ],
  /** A flatter muscle turns away from the light. */
  masseter: shades([138, 367], { outwards: -0.05, down: -0.05, radiusX: 0.13, radiusY: 0.2, amount: -2.4 }),
  temples: shades([139, 368], { outwards: 0.02, down: -0.08, radiusX: 0.13, radiusY: 0.19, amount: 5, hollow: 0.5 }),
  nose_bridge: [
    ...shades([197, 197], { outwards: 0, down: -0.1, radiusX: 0.034, radiusY: 0.19, amount: 8.5 }),
    ...shades([197, 197], { outwards: 0.1, down: -0.1, radiusX: 0.034, radiusY: 0.15, amount: -5 }),
  ],
};
/** Skin this bright is lit already; more would glare. */
const glare = [72, 92] as const;

export function shadeVolume(area: WorkArea, skin: Plane, { f4 }: Bands, { nasolabial }: RegionMasks): VolumeShades {
  const drawn = shadedTreatments.map((name) => [name, drawShades(area, skin, f4, shadesOf[name])] as const);
  const shades = Object.fromEntries(drawn) as unknown as VolumeShades;
  keepTone(shades.cheek, area, skin, nasolabial);
  return shades;
}

/** L* by which filler may move the median of a cheek. It lights the bone; it does not lighten the skin. */
const mostShift = 0.42;
/** A cheek's tone is measured where less than this of the region of its fold lies, 0–255. */
const besideFold = 50;
/** Fewer pixels of skin tell no median. */
const leastSkin_px = 200;

/** Lowers the light on a cheek whose median it would move too far: on some faces the bone's light covers most of the cheek. */
function keepTone(shade: Plane, { size, landmarks, frame, lab }: WorkArea, skin: Plane, fold: RegionMask): void {
  const share = { right: 1, left: 1 };
  for (const [side, cheek] of [
    ['right', rightCheek],
    ['left', leftCheek],
  ] as const) {
    const inside = planeOf(size);
    fillPolygon(inside, size, pointsOf(landmarks, cheek));
    const before: number[] = [];
    const after: number[] = [];
    for (let i = 0; i < inside.length; i++) {
      if (inside[i] === 0 || skin[i]! < 0.5 || fold.values[i]! > besideFold) continue;
      before.push(lab.l[i]!);
      after.push(lab.l[i]! + shade[i]!);
    }
    if (before.length < leastSkin_px) continue;
    const shift = Math.abs(median(after) - median(before));
    if (shift > mostShift) share[side] = mostShift / shift;
  }
  if (share.right === 1 && share.left === 1) return;
  for (let y = 0, i = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++, i++)
      if (shade[i] !== 0)
        shade[i]! *= (x - frame.x) * frame.ex + (y - frame.y) * frame.ey < 0 ? share.right : share.left;
}

/** The most that a*, b* grow by. */
export const mostLit = 0.2;

/**
 * Light that reaches skin brings out its colour as much as its lightness: without this, lifted shade would look ashen, most of all on dark
 * skin. Luminance scales a* and b* as it scales L* + 16. Not on creases, whose walls colour each other's light already.
 */
export function colourShade(change: LabChange, { a, b, l, furrows }: SkinLayers): void {
  for (let i = 0; i < l.length; i++) {
    if (change.l[i] === 0) continue;
    const lit = Math.min(mostLit, change.l[i]! / (l[i]! + 16)) * (1 - furrows[i]!);
    change.a[i]! += a[i]! * lit;
    change.b[i]! += b[i]! * lit;
  }
}

export function shadeFillers(change: LabChange, layers: SkinLayers, strengths: Strengths): void {
  for (const name of shadedTreatments) {
    if (isNone(strengths[name])) continue;
    const shade = layers.volume[name];
    const { base, step, side } = sideRamp(strengths[name], layers);
    for (let i = 0; i < shade.length; i++) {
      if (shade[i] !== 0) change.l[i]! += shade[i]! * (base + step * side[i]!);
    }
  }
}

function drawShades(area: WorkArea, skin: Plane, f4: Plane, shades: readonly Shade[]): Plane {
  const plane = planeOf(area.size);
  for (const shade of shades) drawShade(plane, area, skin, f4, shade);
  return plane;
}

function drawShade(
  plane: Plane,
  { size, landmarks, frame, lab }: WorkArea,
  skin: Plane,
  f4: Plane,
  shade: Shade,
): void {
  const [px, py] = landmarks[shade.landmark]!;
  const across = shade.outwards * frame.d * frame.foreshortening;
  const down = shade.down * frame.d;
  const cx = px + across * frame.ex - down * frame.ey;
  const cy = py + across * frame.ey + down * frame.ex;
  const rx = shade.radiusX * frame.d;
  const ry = shade.radiusY * frame.d;
  const { hollow = 0 } = shade;
  const right = Math.min(size.width, cx + 3 * rx);
  const bottom = Math.min(size.height, cy + 3 * ry);
  for (let y = Math.max(0, Math.floor(cy - 3 * ry)); y < bottom; y++) {
    const down = ((y - cy) / ry) * ((y - cy) / ry);
    for (let x = Math.max(0, Math.floor(cx - 3 * rx)); x < right; x++) {
      const i = y * size.width + x;
      if (skin[i] === 0) continue;
      const distance = ((x - cx) / rx) * ((x - cx) / rx) + down;
      const l = lab.l[i]!;
      const room = Math.min(1, l / 50) * (shade.amount > 0 ? 1 - smoothstep(glare[0], glare[1], l) : 1);
      const shadow = hollow * clamp(-f4[i]!, 0, deepest);
      plane[i]! += (shade.amount * room + shadow) * Math.exp(-0.5 * distance) * skin[i]!;
    }
  }
}
