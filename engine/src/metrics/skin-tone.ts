import type { SkinColour } from '../regions/skin-mask.ts';

/**
 * Individual typology angle in degrees (Chardon et al. 1991): atan((L* − 50) / b*). In a photo it moves with the exposure more than with the
 * skin: photos of dark skin measure anything from brown to very light. It says something about a person only beside a colour reference.
 */
export function typologyAngle({ l, b }: SkinColour): number {
  return (Math.atan2(l - 50, Math.max(1, b)) * 180) / Math.PI;
}
