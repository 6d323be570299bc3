import { clinicalVersion } from './clinical.ts';
import { doseResponse, treatmentNames, tunedTable } from './dose-response.ts';
import type { DoseResponse, DoseTable, TreatmentName } from './dose-response.ts';
import type { Side, Sided } from './picture.ts';

/** Separate doses of both sides, for an asymmetric face or a correction of one side. */
export interface SidedDose {
  right: number;
  left: number;
}

/**
 * A single number is the usual, symmetric dose. For areas across the midline (forehead, glabella, lips, chin) it is the
 * total of the area; for paired areas it is the dose of *each* side (see `per` in the dose-response table). Two numbers
 * are the doses of the two sides.
 */
export type Dose = number | SidedDose;

/**
 * A doctor's choices for one face, in clinical units. Stored as JSON. A treatment that is absent is not part of the
 * recipe.
 */
export interface Recipe {
  version: 1;
  /** Version of the clinical dataset from which the doses were chosen. Older recipes have none. */
  dataset?: string | undefined;
  /** Version of the engine that draws the recipe. Recipes without a version were drawn by the first engine. */
  engine?: number | undefined;
  /**
   * Differences from the dataset's dose-response table; absent if there are none. The recipe stores the calibration, so
   * that a signed recipe is always drawn the same way.
   */
  calibration?: Calibration | undefined;
  treatments: Partial<Record<TreatmentName, Dose>>;
}

/** Dose responses that were corrected from measured results. */
export interface Calibration {
  /** Number of the proposal that the doctor approved. Proposals of corrections are numbered consecutively. */
  number: number;
  /** `v0` of the treatments that differ from the dataset. */
  v0: Partial<Record<TreatmentName, number>>;
}

/**
 * A strength for each treatment and side, from 0 (no change) to just below 1 (the strongest change that the engine
 * draws).
 */
export type Strengths = Readonly<Record<TreatmentName, Sided>>;

/**
 * Version of the engine. It must increase when the same doses are drawn differently. Signed images of an earlier engine
 * do not change; images of a draft are drawn again.
 * - Version 1 had hand-fitted movements and fixed shades.
 * - Version 2 draws fillers as volumes, and shades them with the light of the photo.
 * - Version 3 spreads filler over a wider area of the cheeks, keeps highlights white, and keeps the background still
 *   around turned heads.
 * - Version 4 keeps the grain of treated lines and spreads jaw filler more widely.
 * - In version 5, the pigment treatment fades only round brown spots. Before, it also faded folds and lids.
 */
export const engineVersion = 5;

export const emptyRecipe: Recipe = { version: 1, dataset: clinicalVersion, engine: engineVersion, treatments: {} };

/**
 * A stored recipe that this engine cannot draw; `path` names the faulty part, for example `treatments.upper_lip.right`.
 */
export class RecipeError extends Error {
  readonly path: string;

  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`);
    this.name = 'RecipeError';
    this.path = path;
  }
}

/** Returns the dose of one side, in the treatment's unit. */
export function doseOn(recipe: Pick<Recipe, 'treatments'>, treatment: TreatmentName, side: Side): number {
  const dose = recipe.treatments[treatment] ?? 0;
  if (typeof dose !== 'number') return dose[side];
  return doseResponse[treatment].per === 'area' ? dose / 2 : dose;
}

/** Returns the dose as a doctor states it: the total of an area, or the mean of both sides of a paired area. */
export function spokenDose(recipe: Recipe, treatment: TreatmentName): number {
  const sum = doseOn(recipe, treatment, 'right') + doseOn(recipe, treatment, 'left');
  return doseResponse[treatment].per === 'area' ? sum : sum / 2;
}

/**
 * Returns a copy of the recipe with one dose changed. The dose is rounded to the treatment's finest step and limited to
 * its range. Zero removes the treatment.
 */
export function withDose(recipe: Recipe, treatment: TreatmentName, dose: Dose): Recipe {
  const treatments = { ...recipe.treatments };
  const kept = settleDose(treatment, dose);
  if (isZero(kept)) delete treatments[treatment];
  else treatments[treatment] = kept;
  return { ...recipe, treatments };
}

/**
 * Returns the dose-response table with a recipe's calibration. Treatments that the dataset no longer contains are
 * ignored.
 */
export const calibratedTable = (calibration: Calibration | undefined): DoseTable =>
  calibration
    ? tunedTable(
        Object.fromEntries(
          Object.entries(calibration.v0).flatMap(([name, v0]) => (isTreatmentName(name) ? [[name, { v0 }]] : [])),
        ),
      )
    : doseResponse;

/**
 * Converts doses to drawing strengths, with the recipe's calibration of the dose-response table or with a tuned table.
 * A dose beyond its range is treated as the end of the range.
 */
export function strengthsOf(recipe: Recipe, table: DoseTable = calibratedTable(recipe.calibration)): Strengths {
  const entries = treatmentNames.map((name) => {
    const on = (side: Side) => strengthOn(table[name], doseOn(recipe, name, side));
    return [name, { right: on('right'), left: on('left') }] as const;
  });
  return Object.fromEntries(entries) as unknown as Strengths;
}

/**
 * Validates a recipe from outside against the current dataset and calibration.
 * @throws RecipeError for another version, dataset, engine or calibration, an unknown treatment, or a dose that is not
 * a number within its range.
 */
export function parseRecipe(value: unknown, inForce?: Calibration): Recipe {
  if (!isRecord(value)) throw new RecipeError('recipe', 'not an object');
  if (value['version'] !== 1) throw new RecipeError('version', 'this engine draws version 1');
  if (value['dataset'] !== clinicalVersion)
    throw new RecipeError('dataset', `the dataset in force is ${clinicalVersion}`);
  if (value['engine'] !== engineVersion) throw new RecipeError('engine', `this engine is ${engineVersion}`);
  if (!sameCalibration(value['calibration'] as Calibration | undefined, inForce))
    throw new RecipeError('calibration', `the calibration in force is ${inForce?.number ?? 'none'}`);
  if (!isRecord(value['treatments'])) throw new RecipeError('treatments', 'not an object');
  const treatments: Recipe['treatments'] = {};
  for (const [name, dose] of Object.entries(value['treatments'])) {
    if (!isTreatmentName(name)) throw new RecipeError(`treatments.${name}`, 'unknown treatment');
    treatments[name] = parseDose(name, dose);
  }
  return {
    version: 1,
    dataset: clinicalVersion,
    engine: engineVersion,
    ...(inForce && { calibration: inForce }),
    treatments,
  };
}

/** Returns whether two calibrations are equal. */
export function sameCalibration(a: Calibration | undefined, b: Calibration | undefined): boolean {
  const [p, q] = [Object.entries(a?.v0 ?? {}), b?.v0 ?? {}];
  return (
    a?.number === b?.number &&
    p.length === Object.keys(q).length &&
    p.every(([name, v0]) => q[name as TreatmentName] === v0)
  );
}

export function isTreatmentName(name: string): name is TreatmentName {
  return (treatmentNames as readonly string[]).includes(name);
}

function strengthOn({ per, min, max, v0 }: DoseResponse, doseOnSide: number): number {
  const dose = doseOnSide * (per === 'area' ? 2 : 1);
  return 1 - Math.exp(-clamp(dose, min, max) / v0);
}

/**
 * Returns the nearest valid dose: a multiple of the finest step within the range of the treatment or, for separate
 * sides, of one side.
 */
export function settleDose(name: TreatmentName, dose: Dose): Dose {
  const response = doseResponse[name];
  if (typeof dose === 'number') return toStep(dose, response, response.max);
  const max = response.per === 'area' ? response.max / 2 : response.max;
  return { right: toStep(dose.right, response, max), left: toStep(dose.left, response, max) };
}

/** Rounds to a multiple of the finest step, and removes errors of binary fractions (0.30000000000000004). */
function toStep(value: number, { min, finest }: DoseResponse, max: number): number {
  const rounded = Math.round(value / finest) * finest;
  return clamp(Number(rounded.toFixed(4)), min, max);
}

/**
 * Validates one dose of a treatment.
 * @throws RecipeError when it is not a number within the range.
 */
export function parseDose(name: TreatmentName, dose: unknown, path = `treatments.${name}`): Dose {
  const { max, per } = doseResponse[name];
  if (!isRecord(dose)) return parseNumber(path, dose, max);
  const sideMax = per === 'area' ? max / 2 : max;
  return {
    right: parseNumber(`${path}.right`, dose['right'], sideMax),
    left: parseNumber(`${path}.left`, dose['left'], sideMax),
  };
}

function parseNumber(path: string, value: unknown, max: number): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new RecipeError(path, 'not a number');
  if (value < 0 || value > max) throw new RecipeError(path, `not between 0 and ${max}`);
  return value;
}

function isZero(dose: Dose): boolean {
  return typeof dose === 'number' ? dose === 0 : dose.right === 0 && dose.left === 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
