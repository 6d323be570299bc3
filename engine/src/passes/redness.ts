import type { Plane } from '../maths/plane.ts';
import { percentile } from '../maths/statistics.ts';
import type { Strengths } from '../recipe.ts';
import type { Scales } from './bands.ts';
import { isNone, sideRamp } from './side-ramp.ts';
import type { LabChange, SkinLayers } from './skin-layers.ts';

/** The face's own calm skin: this share of it is less red. */
const calmShare = 0.35;
const tolerated = 0.5;
/** What leaves a* also darkened the skin: haemoglobin absorbs green. */
export const lightPerRedness = 0.28;
/** The blur at 1.1 mm: redness without grain. */
const toneScale = 1;

/** What full treatment takes from a*: most of the excess over the face's own calm tone, nothing from calm skin, never below that tone. */
export function findRedness(a: Plane, skin: Plane, scales: Scales): Plane {
  const scale = scales[toneScale];
  const tone = scale.full(scale.blur(a));
  const base = calmTone(tone, skin);
  const out = new Float32Array(a.length);
  for (let i = 0; i < out.length; i++) {
    const excess = tone[i]! - base - tolerated;
    if (excess > 0 && skin[i]! > 0) out[i] = ((0.85 * excess * excess) / (excess + 1.5)) * skin[i]!;
  }
  return out;
}

export function calmRedness(change: LabChange, layers: SkinLayers, strengths: Strengths): void {
  if (isNone(strengths.redness)) return;
  const { redness } = layers;
  const { base, step, side } = sideRamp(strengths.redness, layers);
  for (let i = 0; i < redness.length; i++) {
    const cut = redness[i]! * (base + step * side[i]!);
    change.a[i]! -= cut;
    change.l[i]! += lightPerRedness * cut;
  }
}

function calmTone(tone: Plane, skin: Plane): number {
  const sure: number[] = [];
  for (let i = 0; i < tone.length; i += 13) if (skin[i]! > 0.8) sure.push(tone[i]!);
  return percentile(sure, calmShare);
}
