import { gaussian } from '../maths/gaussian.ts';
import type { LabPlanes } from '../maths/lab.ts';
import type { Bounds, Plane, Size } from '../maths/plane.ts';
import { smoothstep } from '../maths/smoothstep.ts';
import { skinLayersOf } from '../passes/prepare-skin.ts';
import { measureRedness } from '../passes/redness.ts';
import type { SkinLayers } from '../passes/skin-layers.ts';
import type { Landmarks, Picture } from '../picture.ts';
import { interocularDistance } from '../regions/face-frame.ts';
import { findSkin } from '../regions/skin-mask.ts';
import type { SkinColour } from '../regions/skin-mask.ts';
import { workAreaOf } from '../regions/work-area.ts';
import type { WorkArea } from '../regions/work-area.ts';
import { inCommonLight, separateLight } from './common-light.ts';
import { areaOf, outlineOf } from './measured-regions.ts';
import type { MeasuredRegion } from './measured-regions.ts';
import { rescalePart } from './rescale.ts';
import { findWhiteSheet } from './white-sheet.ts';
import type { SheetFault, WhiteSheet } from './white-sheet.ts';

/** The skin of one photo, scaled to a common size. Every metric is measured on it. */
export interface SkinSurface {
  readonly size: Size;
  /** Part of the photo that the planes cover, in pixels of the photo. */
  readonly window: Bounds;
  readonly landmarks: Landmarks;
  /** Colours in the common light, without mirrored light (common-light.ts). */
  readonly lab: LabPlanes;
  /** Mirrored light, as a share of white in the common light. */
  readonly mirrored: Plane;
  /** Share of forehead, nose and cheeks that is overexposed in the photo, and thus pure white. */
  readonly blownOut: number;
  readonly layers: SkinLayers;
  /** Skin at a safe distance from eyes, brows, hair, background and glare, 0–1. */
  readonly sure: Plane;
  /** Colour of the skin in the photo, before any correction. */
  readonly colour: SkinColour;
  /**
   * The white paper next to the face, or the reason why it could not be used. Null if no person stated that the photo
   * shows paper.
   */
  readonly sheet: WhiteSheet | SheetFault | null;
}

/**
 * Distance between the irises to which every photo is scaled before the measurement. The pits that count as pores then
 * measure 2–4 px.
 */
export const measuredDistance_px = 220;
/**
 * Margin around the landmarks, in units of d (the distance between the irises). It is wider than the margins of 0.15
 * and 0.25 that `prepare` needs.
 */
const margin = 0.4;

/**
 * Scales the face of a photo to the common size, removes mirrored light and converts the skin to the common light.
 *
 * @param hasSheet whether a person stated that white paper is next to the face
 * @throws RangeError as `prepare` does.
 */
export function skinSurfaceOf(photo: Picture, landmarks: Landmarks, hasSheet = false): SkinSurface {
  const d = interocularDistance(landmarks);
  const part = partAround(photo, landmarks, margin * d);
  const scale = measuredDistance_px / d;
  const picture = rescalePart(photo, part, scale);
  const scaled: Landmarks = landmarks.map(([x, y, z]) => [(x - part.left) * scale, (y - part.top) * scale, z * scale]);
  const taken = workAreaOf(picture, scaled);
  const { colour } = findSkin(taken);
  const area = { ...taken, lab: inCommonLight(taken.lab, colour) };
  const { diffuse, mirrored } = separateLight(area.lab, findSkin(area).mask, area.size, area.frame.d);
  const layers = skinLayersOf({ ...area, lab: diffuse }, measureRedness);
  const sure = sureSkin(layers, mirrored);
  return {
    size: area.size,
    window: {
      left: part.left + area.window.left / scale,
      top: part.top + area.window.top / scale,
      right: part.left + area.window.right / scale,
      bottom: part.top + area.window.bottom / scale,
    },
    landmarks: area.landmarks,
    lab: diffuse,
    mirrored,
    blownOut: blownOutShare(taken),
    layers,
    sure,
    colour,
    sheet: hasSheet ? findWhiteSheet(photo, landmarks, colour) : null,
  };
}

/** Returns the certainty that each pixel of these regions is skin, 0–1. */
export function skinOf(surface: SkinSurface, ...regions: readonly MeasuredRegion[]): Plane {
  const out = new Float32Array(surface.sure.length);
  for (const region of regions) {
    const inside = outlineOf(region, surface.landmarks, surface.size);
    for (let i = 0; i < out.length; i++) if (inside[i] === 1) out[i] = surface.sure[i]!;
  }
  return out;
}

/** Returns the share of a region that shows skin, 0–1. The part outside the photo is treated as hidden. */
export function visibleShare(surface: SkinSurface, region: MeasuredRegion): number {
  const sum = skinOf(surface, region).reduce((total, value) => total + value, 0);
  return Math.min(1, sum / Math.max(1, areaOf(region, surface.landmarks)));
}

/** Returns the weighted mean of a map. Null if the total weight is too small. */
export function meanUnder(map: Plane, weight: Plane): number | null {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < map.length; i++) {
    sum += map[i]! * weight[i]!;
    total += weight[i]!;
  }
  return total > 20 ? sum / total : null;
}

const white = 97;

function blownOutShare({ lab, landmarks, size }: WorkArea): number {
  let area = 0;
  let lost = 0;
  for (const region of ['forehead', 'nose', 'cheeks'] as const) {
    const inside = outlineOf(region, landmarks, size);
    for (let i = 0; i < inside.length; i++) {
      if (inside[i] === 0) continue;
      area++;
      if (lab.l[i]! > white) lost++;
    }
  }
  return area === 0 ? 0 : lost / area;
}

/**
 * Mirrored light, as a share of white. From the first value on, a pixel loses weight as skin; from the second value on,
 * it has no weight. Mirrored light hides the skin under it and leaves only the camera's noise.
 */
const hides = [0.1, 0.25] as const;

function sureSkin({ skin, size }: SkinLayers, mirrored: Plane): Plane {
  const around = gaussian(skin, size, 0.02 * measuredDistance_px);
  const glare = gaussian(mirrored, size, 0.012 * measuredDistance_px);
  for (let i = 0; i < around.length; i++) {
    around[i] = skin[i]! * smoothstep(0.75, 0.97, around[i]!) * (1 - smoothstep(...hides, glare[i]!));
  }
  return around;
}

function partAround({ width, height }: Picture, landmarks: Landmarks, distance: number): Bounds {
  const xs = landmarks.map(([x]) => x);
  const ys = landmarks.map(([, y]) => y);
  const part = {
    left: Math.max(0, Math.floor(Math.min(...xs) - distance)),
    top: Math.max(0, Math.floor(Math.min(...ys) - distance)),
    right: Math.min(width, Math.ceil(Math.max(...xs) + distance)),
    bottom: Math.min(height, Math.ceil(Math.max(...ys) + distance)),
  };
  if (part.right <= part.left || part.bottom <= part.top) throw new RangeError('The face lies outside the photo');
  return part;
}
