import { sharedFaceModel } from '../../../test/demo-faces.ts';
import type { Picture } from '../../picture.ts';
import { measureSkin } from '../measure-skin.ts';
import type { SkinMeasurement } from '../measure-skin.ts';
import type { RawMetrics } from '../raw-metrics.ts';
import type { SkinColour } from '../../regions/skin-mask.ts';
import { scoreNames } from '../score-scale.ts';
import type { ScoreValues } from '../score-scale.ts';
import { retakeNames, retakes } from './retakes.ts';

export const shownScores = [...scoreNames, 'overall'] as const;

/** Measurements of one face: of its photo, and of every retake, each with newly detected landmarks. */
export interface RepeatedMeasurement {
  readonly first: FirstReading;
  /** Measurements of the retakes, in the order of `retakeNames`. Null if a retake was refused. */
  readonly retaken: readonly (RawMetrics | null)[];
}

/** A measurement without its planes. The planes are dropped, because dozens of faces are in memory at the same time. */
export interface FirstReading extends Pick<SkinMeasurement, 'raw' | 'untold'> {
  /** Colour of the skin in the photo. */
  readonly colour: SkinColour;
}

export async function measureRepeatedly(picture: Picture): Promise<RepeatedMeasurement | null> {
  const first = await measureFound(picture);
  if (!first) return null;
  const retaken: (RawMetrics | null)[] = [];
  for (const name of retakeNames) retaken.push((await measureFound(await retakes[name](picture)))?.raw ?? null);
  return { first: { raw: first.raw, untold: first.untold, colour: first.surface.colour }, retaken };
}

/** Returns the number of points by which each score changed. */
export function pointsMoved(before: ScoreValues, after: ScoreValues): ScoreValues {
  return Object.fromEntries(
    shownScores.map((name) => [name, Math.abs(after[name] - before[name])]),
  ) as unknown as ScoreValues;
}

export async function measureFound(picture: Picture): Promise<SkinMeasurement | null> {
  const landmarks = await (await sharedFaceModel()).findLandmarks(picture);
  const result = landmarks && measureSkin(picture, landmarks);
  return result?.kind === 'measured' ? result : null;
}
