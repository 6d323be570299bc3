import { planeOf } from '../maths/plane.ts';
import type { Plane } from '../maths/plane.ts';
import { clamp } from '../maths/smoothstep.ts';
import type { Strengths } from '../recipe.ts';
import type { WorkArea } from '../regions/work-area.ts';
import type { LightChange } from '../volume/relight.ts';
import { isNone, sideRamp } from './side-ramp.ts';
import type { LabChange, SkinLayers } from './skin-layers.ts';

/**
 * A soft shade near a landmark. Offsets and radii are in units of d (the distance between the irises), the amount is in
 * L*. A positive `leftwards` moves the shade towards the patient's left, a negative one towards the right.
 */
interface Shade {
  readonly landmark: number;
  readonly leftwards: number;
  readonly down: number;
  readonly radiusX: number;
  readonly radiusY: number;
  readonly amount: number;
}

/**
 * The shade over a masseter after a treatment has made the muscle flatter. This part of the lower face becomes darker,
 * because it turns away from the light.
 */
const flatter = { down: -0.05, radiusX: 0.13, radiusY: 0.2, amount: -2.4 };
const slimmer: readonly Shade[] = [
  { ...flatter, landmark: 138, leftwards: 0.05 },
  { ...flatter, landmark: 367, leftwards: -0.05 },
];

/** Returns the change of L* that a full treatment of the masseter causes. All values are zero or negative. */
export function shadeMasseter(area: WorkArea, skin: Plane): Plane {
  const plane = planeOf(area.size);
  for (const shade of slimmer) drawShade(plane, area, skin, shade);
  return plane;
}

/** Largest share by which a* and b* may increase. */
export const mostLit = 0.2;

/**
 * Changes a* and b* together with the lightness. More light multiplies a* and b* by the same factor as L* + 16. Without
 * this, lightened shade would look grey, most of all on dark skin. Creases are excluded, because their walls already
 * colour each other's light.
 */
export function colourShade(change: LabChange, { a, b, l, furrows }: SkinLayers): void {
  for (let i = 0; i < l.length; i++) {
    if (change.l[i] === 0) continue;
    const lit = Math.min(mostLit, change.l[i]! / (l[i]! + 16)) * (1 - furrows[i]!);
    change.a[i]! += a[i]! * lit;
    change.b[i]! += b[i]! * lit;
  }
}

export function slimJaw(change: LabChange, layers: SkinLayers, { masseter }: Strengths): void {
  if (isNone(masseter)) return;
  const { base, step, side } = sideRamp(masseter, layers);
  const shade = layers.masseter;
  for (let i = 0; i < shade.length; i++) if (shade[i] !== 0) change.l[i]! += shade[i]! * (base + step * side[i]!);
}

/** Changes of light are ignored if the absolute value of their logarithm is below this value. */
const noLight = 1e-4;

/**
 * Multiplies the light of skin and lips by the effect of the fillers. L* + 16, a* and b* are all proportional to the
 * cube root of linear light, so one factor for all of them preserves the colour.
 */
export function relightSkin(change: LabChange, layers: SkinLayers, light: LightChange | null): void {
  if (!light) return;
  const { size, skin, regions, l, a, b } = layers;
  const { step, plane } = light;
  const { width, height } = light.size;
  for (let y = 0, i = 0; y < size.height; y++) {
    const v = clamp((y + 0.5) / step - 0.5, 0, height - 1.001);
    const row = (v | 0) * width;
    for (let x = 0; x < size.width; x++, i++) {
      const mask = Math.max(skin[i]!, regions.upperLip.values[i]! / 255, regions.lowerLip.values[i]! / 255);
      if (mask === 0) continue;
      const u = clamp((x + 0.5) / step - 0.5, 0, width - 1.001);
      const o = row + (u | 0);
      const above = plane[o]! + (plane[o + 1]! - plane[o]!) * (u - (u | 0));
      const below = plane[o + width]! + (plane[o + width + 1]! - plane[o + width]!) * (u - (u | 0));
      const log = mask * (above + (below - above) * (v - (v | 0)));
      if (Math.abs(log) < noLight) continue;
      const root = Math.max(0, l[i]! + change.l[i]!) + 16;
      const grown = Math.cbrt(meetingWhite(Math.exp(log), root)) - 1;
      change.l[i]! += root * grown;
      change.a[i]! += (a[i]! + change.a[i]!) * grown;
      change.b[i]! += (b[i]! + change.b[i]!) * grown;
    }
  }
}

/**
 * Limits a change of light so that white stays white. Lighter values approach white instead of being clipped. A
 * highlight at the camera's maximum mirrors the lamp, and would turn grey if it were darkened like skin.
 */
function meetingWhite(quotient: number, root: number): number {
  const luminance = (root / 116) * (root / 116) * (root / 116);
  return quotient / (1 + luminance * luminance * (quotient - 1));
}

function drawShade(plane: Plane, { size, landmarks, frame, lab }: WorkArea, skin: Plane, shade: Shade): void {
  const [px, py] = landmarks[shade.landmark]!;
  const across = shade.leftwards * frame.d * frame.foreshortening;
  const down = shade.down * frame.d;
  const cx = px + across * frame.ex - down * frame.ey;
  const cy = py + across * frame.ey + down * frame.ex;
  const rx = shade.radiusX * frame.d;
  const ry = shade.radiusY * frame.d;
  const right = Math.min(size.width, cx + 3 * rx);
  const bottom = Math.min(size.height, cy + 3 * ry);
  for (let y = Math.max(0, Math.floor(cy - 3 * ry)); y < bottom; y++) {
    const down = ((y - cy) / ry) * ((y - cy) / ry);
    for (let x = Math.max(0, Math.floor(cx - 3 * rx)); x < right; x++) {
      const i = y * size.width + x;
      if (skin[i] === 0) continue;
      const distance = ((x - cx) / rx) * ((x - cx) / rx) + down;
      plane[i]! += shade.amount * Math.min(1, lab.l[i]! / 50) * Math.exp(-0.5 * distance) * skin[i]!;
    }
  }
}
