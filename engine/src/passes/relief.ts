import { clamp } from '../maths/smoothstep.ts';
import { planeOf } from '../maths/plane.ts';
import type { Plane } from '../maths/plane.ts';
import type { Sided } from '../picture.ts';
import type { Strengths } from '../recipe.ts';
import type { RegionMask } from '../regions/region-masks.ts';
import { deepest } from './radiance.ts';
import { isNone, sideRamp } from './side-ramp.ts';
import type { Bands } from './bands.ts';
import type { LabChange, SkinLayers } from './skin-layers.ts';

/** Filling the tear trough also smooths the fine lines under the eye, with this share of the filler's strength. */
export const tearTroughSmoothing = 0.55;
/**
 * Largest share by which all treatments of this pass together may reduce each of the four finer bands: on skin without
 * creases, and the additional share on a crease. Pores must remain, because skin looks waxy without them.
 */
export const mostTaken = { skin: [0.46, 0.7, 0.8, 0.6], crease: [0.43, 0.3, 0.2, 0.4] } as const;
/**
 * Share by which relaxing a muscle reduces each band next to creases, and the additional share on creases. Pores
 * between the lines hardly change.
 */
export const lineShares = { skin: [0.04, 0.12, 0.3, 0.22], crease: [0.66, 0.83, 0.67, 0.63] } as const;
/** Reduction of the light parts of each band, as a share of the reduction of its dark parts. */
export const lightShares = [0.6, 0.8, 0.9, 0.85] as const;
/**
 * Factor applied to the effect of relaxing in the band f3 (5.7 mm), for the crow's feet. It is small, because broad
 * light next to the eyes comes from the shape of the cheekbone.
 */
export const broadRays = 0.25;
/**
 * Shares by which a full treatment reduces the dark and light parts of the three finest bands. `textureShares` is for
 * the texture treatment, `poreShares` for the pore treatment.
 */
export const textureShares = { dark: [0.5, 0.75, 0.5], light: [0.25, 0.45, 0.5] } as const;
export const poreShares = { dark: [0.7, 0.9, 0], light: [0, 0.15, 0] } as const;
/**
 * Contrast of the grain that lines and folds keep, as a multiple of the mean contrast of skin without creases.
 */
const grainKept = 1;
const noWeight = 0.004;

/** L* that full treatment of texture and of pores would add to the mean L* of this skin. */
export interface Evening {
  readonly texture: number;
  readonly pores: number;
}

/**
 * Returns the light that smoothing the surface adds to the mean of the skin. Pits are darker than bumps are light, so
 * smoothing raises the mean. The pass subtracts this light, because it would bleach the skin otherwise.
 */
export function eveningOf({ f0, f1, f2 }: Bands, creases: Plane, skin: Plane): Evening {
  const sum = { texture: 0, pores: 0, weight: 1e-6 };
  const { dark: textureDark, light: textureLight } = textureShares;
  const { dark: poreDark, light: poreLight } = poreShares;
  for (let i = 0; i < skin.length; i += 7) {
    if (skin[i]! < 0.9) continue;
    const v0 = f0[i]!;
    const v1 = f1[i]!;
    const v2 = f2[i]!;
    sum.texture -=
      v0 * (v0 < 0 ? textureDark[0] : textureLight[0]) +
      v1 * (v1 < 0 ? textureDark[1] : textureLight[1]) +
      v2 * (v2 < 0 ? textureDark[2] : textureLight[2]);
    sum.pores -=
      (v0 * (v0 < 0 ? poreDark[0] : poreLight[0]) + v1 * (v1 < 0 ? poreDark[1] : poreLight[1])) * (1 - creases[i]!);
    sum.weight++;
  }
  return { texture: sum.texture / sum.weight, pores: sum.pores / sum.weight };
}

/** Contrast of this skin's grain in the two finest bands, in L*. */
export interface Grain {
  readonly f0: number;
  readonly f1: number;
}

/**
 * Returns the contrast up to which a line counts as grain. Treatments of lines and folds keep grain, because skin on
 * which only the lines are smooth looks like plastic.
 */
export function grainOf({ f0, f1 }: Bands, creases: Plane, skin: Plane): Grain {
  const sum = { f0: 0, f1: 0, weight: 1e-6 };
  for (let i = 0; i < skin.length; i += 7) {
    if (skin[i]! < 0.9) continue;
    const smooth = 1 - creases[i]!;
    sum.f0 += smooth * Math.abs(f0[i]!);
    sum.f1 += smooth * Math.abs(f1[i]!);
    sum.weight += smooth;
  }
  return { f0: (grainKept * sum.f0) / sum.weight, f1: (grainKept * sum.f1) / sum.weight };
}

/** Returns the part of a band's value that exceeds the contrast of the grain. 0 if the value is only grain. */
export function beyondGrain(value: number, grain: number): number {
  return value > grain ? value - grain : value < -grain ? value + grain : 0;
}

/**
 * Returns the share of a crease's colour that a treatment removes. It is the share of the crease's shade that the
 * treatment removes. With a larger share, a crease that keeps its shade would turn grey. With a smaller share, a crease
 * would keep the colour of shade that has disappeared.
 *
 * @param w weight of the treatment; the result is at most this weight
 * @param added L* that the treatment adds to the pixel `i`
 */
export function colourTaken({ f1, f2, f3, f4 }: Bands, i: number, w: number, added: number): number {
  return clamp(added / Math.max(1e-3, -f1[i]! - f2[i]! - f3[i]! - f4[i]!), 0, w);
}

/**
 * Smooths lines over a relaxed muscle, the dimpled chin, roughness and pores. Each treatment removes a share of the
 * bands, and most remove more of dark parts than of light ones. The remaining shares of several treatments are
 * multiplied, not added. `mostTaken` limits the total, so that the grain of real skin remains.
 */
export function smoothRelief(change: LabChange, layers: SkinLayers, strengths: Strengths): void {
  const lines = weightOf(layers, [
    [layers.regions.forehead, strengths.forehead],
    [layers.regions.glabella, strengths.glabella],
    [layers.regions.underEye, scaled(strengths.tear_trough, tearTroughSmoothing)],
  ]);
  const rays = weightOf(layers, [[layers.regions.crowsFeet, strengths.crows_feet]]);
  const dimples = weightOf(layers, [[layers.regions.chin, strengths.chin_dimpling]]);
  const isAllOver = !isNone(strengths.texture) || !isNone(strengths.pores);
  if (!lines && !rays && !dimples && !isAllOver) return;
  const { skin, bands, creases, grain, restraint, evening, lines: colour } = layers;
  const { f0, f1, f2, f3 } = bands;
  const { l, a, b } = change;
  const [s0, s1, s2, s3] = mostTaken.skin;
  const [c0, c1, c2, c3] = mostTaken.crease;
  const { dark: textureDark, light: textureLight } = textureShares;
  const { dark: poreDark, light: poreLight } = poreShares;
  const texture = sideRamp(strengths.texture, layers);
  const pores = sideRamp(strengths.pores, layers);
  for (let i = 0; i < skin.length; i++) {
    const s = skin[i]!;
    if (s === 0) continue;
    const line = lines ? lines[i]! * s : 0;
    const ray = rays ? rays[i]! * s : 0;
    const w = line > ray ? line : ray;
    const q = dimples ? dimples[i]! * s : 0;
    const t = (texture.base + texture.step * texture.side[i]!) * s * restraint;
    const p = (pores.base + pores.step * pores.side[i]!) * s * restraint;
    if (w < noWeight && q < noWeight && t < noWeight && p < noWeight) continue;
    const broad = line > broadRays * ray ? line : broadRays * ray;
    const k = creases[i]!;
    const v0 = f0[i]!;
    const v1 = f1[i]!;
    const v2 = f2[i]!;
    const v3 = clamp(f3[i]!, -deepest, deepest);
    const pit = p * (1 - k);
    const rough0 = beyondGrain(v0, grain.f0);
    const rough1 = beyondGrain(v1, grain.f1);
    const lined0 = rough0 === 0 ? 0 : (w * rough0) / v0;
    const lined1 = rough1 === 0 ? 0 : (w * rough1) / v1;
    const left0 =
      (1 - lined0 * (lineShares.skin[0] + lineShares.crease[0] * k) * (v0 < 0 ? 1 : lightShares[0])) *
      (1 - t * (v0 < 0 ? textureDark[0] : textureLight[0])) *
      (1 - pit * (v0 < 0 ? poreDark[0] : poreLight[0]));
    const left1 =
      (1 - lined1 * (lineShares.skin[1] + lineShares.crease[1] * k) * (v1 < 0 ? 1 : lightShares[1])) *
      (1 - t * (v1 < 0 ? textureDark[1] : textureLight[1])) *
      (1 - pit * (v1 < 0 ? poreDark[1] : poreLight[1])) *
      (1 - 0.5 * q);
    const left2 =
      (1 - w * (lineShares.skin[2] + lineShares.crease[2] * k) * (v2 < 0 ? 1 : lightShares[2])) *
      (1 - t * (v2 < 0 ? textureDark[2] : textureLight[2])) *
      (1 - 0.75 * q);
    const left3 =
      (1 - broad * (lineShares.skin[3] + lineShares.crease[3] * k) * (v3 < 0 ? 1 : lightShares[3])) * (1 - 0.5 * q);
    const taken =
      v0 * lesser(1 - left0, s0 + c0 * k) +
      v1 * lesser(1 - left1, s1 + c1 * k) +
      v2 * lesser(1 - left2, s2 + c2 * k) +
      v3 * lesser(1 - left3, s3 + c3 * k);
    l[i]! -= taken + t * evening.texture + p * evening.pores;
    if (w === 0) continue;
    const tinted = colourTaken(bands, i, w, -taken);
    a[i]! += colour.a[i]! * tinted;
    b[i]! += colour.b[i]! * tinted;
  }
}

type LineLayers = Pick<SkinLayers, 'bands' | 'creases' | 'grain'>;

/** Returns the L* that relaxing with the weight `w` adds to the pixel `i`. */
export function relaxingAt({ bands, creases, grain }: LineLayers, i: number, w: number): number {
  const { f0, f1, f2, f3 } = bands;
  const { skin, crease } = lineShares;
  const k = creases[i]!;
  const taken = (n: 0 | 1 | 2 | 3, value: number) =>
    value *
    lesser(
      w * (skin[n] + crease[n] * k) * (value < 0 ? 1 : lightShares[n]),
      mostTaken.skin[n] + mostTaken.crease[n] * k,
    );
  return (
    -taken(0, beyondGrain(f0[i]!, grain.f0)) -
    taken(1, beyondGrain(f1[i]!, grain.f1)) -
    taken(2, f2[i]!) -
    taken(3, clamp(f3[i]!, -deepest, deepest))
  );
}

function lesser(a: number, b: number): number {
  return a < b ? a : b;
}

/** Returns the greatest product of region and strength at each pixel. Null if all strengths are zero. */
export function weightOf(layers: SkinLayers, areas: readonly (readonly [RegionMask, Sided])[]): Plane | null {
  const given = areas.filter(([, strength]) => !isNone(strength));
  if (given.length === 0) return null;
  const weight = planeOf(layers.size);
  for (const [{ values, bounds }, strength] of given) {
    const { base, step, side } = sideRamp(strength, layers);
    for (let y = bounds.top; y < bounds.bottom; y++) {
      const row = y * layers.size.width;
      for (let i = row + bounds.left; i < row + bounds.right; i++) {
        const value = (values[i]! / 255) * (base + step * side[i]!);
        if (value > weight[i]!) weight[i] = value;
      }
    }
  }
  return weight;
}

function scaled({ right, left }: Sided, factor: number): Sided {
  return { right: right * factor, left: left * factor };
}
