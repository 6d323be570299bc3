import type { SkinColour } from '../regions/skin-mask.ts';

/** From light to dark; degrees of the individual typology angle from which a group starts (Chardon et al. 1991, Del Bino & Bernerd 2013). */
const groups = [
  ['very_light', 55],
  ['light', 41],
  ['intermediate', 28],
  ['tan', 10],
  ['brown', -30],
  ['dark', -90],
] as const;

export type ToneGroup = (typeof groups)[number][0];
export const toneGroups: readonly ToneGroup[] = groups.map(([name]) => name);

/** Degrees: atan((L* − 50) / b*). From a photo it moves with the light, so a face may fall into a neighbouring group. */
export function typologyAngle({ l, b }: SkinColour): number {
  return (Math.atan2(l - 50, Math.max(1, b)) * 180) / Math.PI;
}

export function toneGroupOf(angle_deg: number): ToneGroup {
  return groups.find(([, from]) => angle_deg > from)?.[0] ?? 'dark';
}
