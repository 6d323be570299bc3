import type { Sided } from '../picture.ts';
import type { SkinLayers } from './skin-layers.ts';

/**
 * The strength at each pixel: base + step · side[i]. If both sides have the same strength, `step` is 0 and `side` is
 * not used. Otherwise the strength changes gradually across the midline.
 */
export interface SideRamp {
  readonly base: number;
  readonly step: number;
  readonly side: Uint8Array;
}

export function sideRamp(strength: Sided, layers: SkinLayers): SideRamp {
  if (strength.right === strength.left) return { base: strength.right, step: 0, side: layers.regions.forehead.values };
  return { base: strength.right, step: (strength.left - strength.right) / 255, side: layers.leftSide() };
}

export function isNone(strength: Sided): boolean {
  return strength.right === 0 && strength.left === 0;
}
