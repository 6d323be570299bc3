import type { SkinColour } from '../regions/skin-mask.ts';
import { inLightThatShows } from './common-light.ts';
import { paperReflectance } from './white-sheet.ts';
import type { WhiteSheet } from './white-sheet.ts';

/**
 * Returns the individual typology angle in degrees (Chardon et al. 1991): atan((L* − 50) / b*). In a photo the angle
 * depends more on the exposure than on the skin: photos of dark skin give values from brown to very light. So the angle
 * describes a person only if the photo contains a colour reference.
 */
export function typologyAngle({ l, b }: SkinColour): number {
  return (Math.atan2(l - 50, Math.max(1, b)) * 180) / Math.PI;
}

/** Groups of skin tone (Chardon et al. 1991), each with its smallest typology angle in degrees. */
const groups = [
  ['very_light', 55],
  ['light', 41],
  ['intermediate', 28],
  ['tan', 10],
  ['brown', -30],
  ['dark', -90],
] as const;
export type ToneGroup = (typeof groups)[number][0];

/** The tone of skin, measured against white paper in the same photo. */
export interface SkinTone {
  readonly ita_deg: number;
  /** Error of `ita_deg`, in ± degrees. */
  readonly error_deg: number;
  readonly group: ToneGroup;
}

/**
 * Error in L* if the paper is tilted by up to 25° relative to the face. The tilt changes the light that falls on
 * the paper by 10 %.
 */
const tilt = 3;
const paper: SkinColour = { l: 116 * Math.cbrt(paperReflectance) - 16, a: 0, b: 0 };

/** Returns the tone of skin. The comparison with paper of a known colour removes the influence of lamp and exposure. */
export function toneBeside(skin: SkinColour, sheet: WhiteSheet): SkinTone {
  const colour = beside(skin, sheet);
  const angle = typologyAngle(colour);
  const off = tilt + sheet.spread / 2;
  const error_deg = Math.max(
    ...[off, -off].map((by) => Math.abs(typologyAngle({ ...colour, l: colour.l + by }) - angle)),
  );
  return { ita_deg: angle, error_deg, group: groups.find(([, least]) => angle >= least)![0] };
}

/** Returns the share of light that the skin reflects; a perfect white reflects 1. */
export function reflectanceBeside(skin: SkinColour, sheet: WhiteSheet): number {
  return ((beside(skin, sheet).l + 16) / 116) ** 3;
}

function beside({ l, a, b }: SkinColour, sheet: WhiteSheet): SkinColour {
  const one = { l: Float32Array.of(l), a: Float32Array.of(a), b: Float32Array.of(b) };
  const lit = inLightThatShows(one, sheet.colour, paper);
  return { l: lit.l[0]!, a: lit.a[0]!, b: lit.b[0]! };
}
