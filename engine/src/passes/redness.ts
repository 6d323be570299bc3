import type { Plane } from '../maths/plane.ts';
import { clamp } from '../maths/smoothstep.ts';
import { percentile } from '../maths/statistics.ts';
import type { Strengths } from '../recipe.ts';
import { isNone, sideRamp } from './side-ramp.ts';
import type { LabChange, SkinLayers } from './skin-layers.ts';

/** The face's own calm skin: this share of it is less red. */
const calmShare = 0.35;
const tolerated = 0.5;
/** What leaves a* also darkened the skin: haemoglobin absorbs green. */
export const lightPerRedness = 0.1;
/** What leaves a* goes to b* in part: the skin takes its calm hue and keeps its colour, or it would turn grey. */
export const yellowPerRedness = 0.4;

/**
 * What full treatment takes from a*: most of the excess over the face's own calm tone, nothing from calm skin, never below that tone.
 *
 * @param tone a* at 1.1 mm: redness without grain
 */
export function findRedness(tone: Plane, skin: Plane): Plane {
  const base = calmTone(tone, skin);
  const out = new Float32Array(tone.length);
  for (let i = 0; i < out.length; i++) {
    const excess = tone[i]! - base - tolerated;
    if (excess > 0 && skin[i]! > 0) out[i] = ((0.85 * excess * excess) / (excess + 1.5)) * skin[i]!;
  }
  return out;
}

export function calmRedness(change: LabChange, layers: SkinLayers, strengths: Strengths): void {
  if (isNone(strengths.redness)) return;
  const { redness, a, b } = layers;
  const { base, step, side } = sideRamp(strengths.redness, layers);
  for (let i = 0; i < redness.length; i++) {
    const cut = redness[i]! * (base + step * side[i]!);
    change.a[i]! -= cut;
    change.b[i]! += yellowPerRedness * cut * clamp(a[i]! / Math.max(4, b[i]!), 0, 1.5);
    change.l[i]! += lightPerRedness * cut;
  }
}

function calmTone(tone: Plane, skin: Plane): number {
  const sure: number[] = [];
  for (let i = 0; i < tone.length; i += 13) if (skin[i]! > 0.8) sure.push(tone[i]!);
  return percentile(sure, calmShare);
}
