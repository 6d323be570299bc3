import type { Plane } from '../maths/plane.ts';
import { clamp } from '../maths/smoothstep.ts';
import { median, percentile } from '../maths/statistics.ts';
import type { Strengths } from '../recipe.ts';
import { isNone, sideRamp } from './side-ramp.ts';
import type { LabChange, SkinLayers } from './skin-layers.ts';
import { toneOf } from '../regions/lesion-border.ts';

/** Share of the face's skin that counts as calm, that is, as not flushed: the least red skin. */
const calmShare = 0.3;
/**
 * Constants for the inflammation score. They must not change, because the scale of the score was set with them.
 * `calmShare` is the share of skin that counts as calm. An a* of up to `tolerated` above the calm tone is ignored, and
 * the rest is the excess. If the excess is `halfAt`, half of it is measured. The result is multiplied by `share`.
 */
const measured = { calmShare: 0.35, tolerated: 0.5, halfAt: 1.5, share: 0.76 } as const;
/**
 * A lamp is on one side if L* + 16 of the lit skin divided by that of calm skin is above this value. In even light,
 * nine tenths of the skin are below 1.07. With a lamp on one side, the lit cheek has 1.6–2.5.
 */
const ordinaryLight = 1.15;
/**
 * Skin keeps its colour if its a* is at most `tolerated` above the calm tone (the highest a* of calm skin). The rest is
 * the excess. If the excess is `halfAt`, half of it is removed.
 */
const tolerated = 0.3;
const halfAt = 0.6;
/**
 * The stronger a flush, the smaller the share of its a* that is removed. Where `halfAt` alone would remove an a* of 40,
 * the treatment removes only 20. Removing all of a strong flush would turn the cheek grey.
 */
const strongest = 40;
/** L* that skin gains for each unit of a* that is removed, because haemoglobin absorbs green light. */
export const lightPerRedness = 0.1;
/**
 * The pass adds this share of the removed a* to b*, because the skin would turn grey without it. The hue of calm skin
 * limits the share, because the skin would turn yellow with too much b*.
 */
export const yellowPerRedness = 0.4;
/**
 * The whole share is added if b* is below the b* that calm skin has at the same a*, by at least this difference. If the
 * difference is smaller, the share decreases in proportion. On skin that is yellower than calm skin, the share is
 * multiplied by a negative factor, which is never below `leastYellow`.
 */
export const hueReach = 6;
export const leastYellow = -0.25;

/** Returns the ratio of b* to a* on the face's calm skin. */
export function calmHueOf({ a, b }: { readonly a: Plane; readonly b: Plane }, redness: Plane, skin: Plane): number {
  const calm: number[] = [];
  for (let i = 0; i < skin.length; i += 13)
    if (skin[i]! > 0.8 && redness[i] === 0) calm.push(b[i]! / Math.max(4, a[i]!));
  return median(calm, 1);
}

/**
 * Returns the a* that full treatment removes from each pixel. It removes most of the excess above the calm tone of the
 * same face, and nothing from calm skin. On dark skin, a flush has less a*, in proportion to L* + 16, so less is
 * removed. Removing more would turn the skin grey. A lamp from one side lights some areas more than the calm skin.
 * There even skin without a flush has a higher a*, in proportion to L* + 16, and this part of a* is not removed.
 *
 * @param tone a* blurred with a sigma of 1.1 mm, so that grain has no influence
 */
export function findRedness(tone: Plane, l: Plane, skin: Plane): Plane {
  const base = calmTone(tone, skin, calmShare);
  const root = lightOfCalm(tone, l, skin, base);
  const out = new Float32Array(tone.length);
  for (let i = 0; i < out.length; i++) {
    if (skin[i] === 0) continue;
    const calm = base * Math.max(1, (l[i]! + 16) / (root * ordinaryLight));
    const excess = tone[i]! - calm - tolerated;
    if (excess <= 0) continue;
    const calmed = (excess * excess) / (excess + halfAt);
    out[i] = Math.min(1, toneOf(l[i]!)) * (calmed / (1 + calmed / strongest)) * skin[i]!;
  }
  return out;
}

/**
 * Returns the redness of each pixel for the inflammation score: the excess of a* above the calm tone of the same face,
 * damped with the constants in `measured`. It is separate from `findRedness`, because scores that doctors have signed
 * stay comparable only if this measure never changes.
 *
 * @param tone a* blurred with a sigma of 1.1 mm, so that grain has no influence
 */
export function measureRedness(tone: Plane, _l: Plane, skin: Plane): Plane {
  const base = calmTone(tone, skin, measured.calmShare);
  const out = new Float32Array(tone.length);
  for (let i = 0; i < out.length; i++) {
    const excess = tone[i]! - base - measured.tolerated;
    if (excess > 0 && skin[i]! > 0)
      out[i] = ((measured.share * excess * excess) / (excess + measured.halfAt)) * skin[i]!;
  }
  return out;
}

export function calmRedness(change: LabChange, layers: SkinLayers, strengths: Strengths): void {
  if (isNone(strengths.redness)) return;
  const { redness, calmHue, a, b } = layers;
  const { base, step, side } = sideRamp(strengths.redness, layers);
  for (let i = 0; i < redness.length; i++) {
    // Subtracts the a* that the earlier passes have already removed, because removing it twice would turn the skin
    // green.
    const cut = redness[i]! * (base + step * side[i]!) + Math.min(0, change.a[i]!);
    if (cut <= 0) continue;
    const missing = calmHue * (a[i]! - cut) - b[i]!;
    change.a[i]! -= cut;
    change.b[i]! += yellowPerRedness * cut * clamp(missing / hueReach, leastYellow, 1);
    change.l[i]! += lightPerRedness * cut;
  }
}

/** Returns the median of L* + 16 over the calm skin. */
function lightOfCalm(tone: Plane, l: Plane, skin: Plane, base: number): number {
  const calm: number[] = [];
  for (let i = 0; i < tone.length; i += 13) if (skin[i]! > 0.8 && tone[i]! <= base) calm.push(Math.max(0, l[i]!) + 16);
  return median(calm, 1);
}

function calmTone(tone: Plane, skin: Plane, share: number): number {
  const sure: number[] = [];
  for (let i = 0; i < tone.length; i += 13) if (skin[i]! > 0.8) sure.push(tone[i]!);
  return percentile(sure, share);
}
