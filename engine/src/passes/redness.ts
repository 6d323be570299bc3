import type { Plane } from '../maths/plane.ts';
import { clamp } from '../maths/smoothstep.ts';
import { median, percentile } from '../maths/statistics.ts';
import type { Strengths } from '../recipe.ts';
import { isNone, sideRamp } from './side-ramp.ts';
import type { LabChange, SkinLayers } from './skin-layers.ts';
import { toneOf } from '../regions/lesion-border.ts';

/** This share of the face's skin, the least red one, counts as calm. */
const calmShare = 0.3;
/**
 * The same constants for the score, whose scale was set with them: the a* that counts as calm, the excess of which half
 * counts, and the share of calm skin.
 */
const measured = { calmShare: 0.35, tolerated: 0.5, halfAt: 1.5, share: 0.76 } as const;
/**
 * Ratio of L* + 16 to that of calm skin from which a lamp counts as coming from one side. In even light nine tenths of
 * the skin are below 1.07; with a lamp at one side the lit cheek reaches 1.6–2.5.
 */
const ordinaryLight = 1.15;
/** a* above calm skin that still counts as calm, and the excess at which half is removed. */
const tolerated = 0.3;
const halfAt = 0.6;
/** a* at which half is removed: removing all of a strong flush would leave the cheek ashen. */
const strongest = 40;
/** Skin gets lighter as it loses a*, because haemoglobin absorbs green. */
export const lightPerRedness = 0.1;
/**
 * Share of the removed a* that is added to b*, because the skin would turn grey without it. The hue of calm skin limits it, because the skin would turn yellow
 * beyond.
 */
export const yellowPerRedness = 0.4;
/** The share is added in full if b* is this far below the calm hue. `leastYellow` is for flushed skin that is already yellower than calm skin. */
export const hueReach = 6;
export const leastYellow = -0.25;

/** b* for one a* of the face's calm skin. */
export function calmHueOf({ a, b }: { readonly a: Plane; readonly b: Plane }, redness: Plane, skin: Plane): number {
  const calm: number[] = [];
  for (let i = 0; i < skin.length; i += 13)
    if (skin[i]! > 0.8 && redness[i] === 0) calm.push(b[i]! / Math.max(4, a[i]!));
  return median(calm, 1);
}

/**
 * The share of a* that full treatment removes: most of the excess over the face's own calm tone, nothing from calm
 * skin, never below that tone. On dark skin a flush shows less a*, in proportion to L* + 16, so less is removed, or the
 * skin would turn ashen. If a lamp from one side lights skin much more than the calm skin, even calm skin looks redder
 * there by the same factor, and this part is not removed.
 *
 * @param tone a* at 1.1 mm: redness without grain
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
 * Measures for the inflammation score how far a* is above the face's own calm tone. This measure must stay the same if
 * the drawing of the treatment changes. Otherwise signed scores could not be compared.
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
    // Leaves out what the fold and spot passes have already removed, because removing it twice would leave green.
    const cut = redness[i]! * (base + step * side[i]!) + Math.min(0, change.a[i]!);
    if (cut <= 0) continue;
    const missing = calmHue * (a[i]! - cut) - b[i]!;
    change.a[i]! -= cut;
    change.b[i]! += yellowPerRedness * cut * clamp(missing / hueReach, leastYellow, 1);
    change.l[i]! += lightPerRedness * cut;
  }
}

/** Median L* + 16 of the calm skin. */
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
