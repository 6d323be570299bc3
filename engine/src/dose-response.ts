import curves from '../data/dose-response.json' with { type: 'json' };
import { type ClinicalTreatment, classOf, clinicalTreatments, treatmentNames } from './clinical.ts';
import type { TreatmentFamily, TreatmentName } from './clinical.ts';

export { treatmentNames } from './clinical.ts';
export type { DoseUnit, TreatmentFamily, TreatmentName } from './clinical.ts';

/** A treatment of the clinical dataset, with the curve that converts its doses to drawing strengths. */
export interface DoseResponse extends ClinicalTreatment {
  readonly family: TreatmentFamily;
  /** The dose that draws 63 % of the full change: strength = 1 − e^(−dose / v0). */
  readonly v0: number;
}

export type DoseTable = Readonly<Record<TreatmentName, DoseResponse>>;

/** The engine's built-in dose table. **Illustrative, not a prediction.** */
export const doseResponse = Object.fromEntries(
  treatmentNames.map((name): [TreatmentName, DoseResponse] => [
    name,
    { ...clinicalTreatments[name], family: classOf(name).family, v0: curves.v0[name] },
  ]),
) as unknown as DoseTable;

/**
 * Thrown for an edited dose table with which the engine cannot draw. `path` names the faulty cell, for example
 * `cheek.v0`.
 */
export class DoseTableError extends Error {
  readonly path: string;

  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`);
    this.name = 'DoseTableError';
    this.path = path;
  }
}

/**
 * The parameters that a doctor may tune: `v0`, the dose that draws 63 % of the full change, and the end and the step of
 * the slider. Unit, side and meaning of a dose are fixed.
 */
export type DoseTuning = Partial<Record<TreatmentName, Partial<Pick<DoseResponse, 'v0' | 'max' | 'step'>>>>;

/**
 * Returns the dose table with a doctor's changes. `strengthsOf` and both renderers use this table.
 * @throws DoseTableError for an unknown treatment, or a number that is not above zero.
 */
export function tunedTable(tuning: DoseTuning, base: DoseTable = doseResponse): DoseTable {
  const tuned: Record<string, DoseResponse> = { ...base };
  for (const [name, cells] of Object.entries(tuning)) {
    if (!Object.hasOwn(base, name)) throw new DoseTableError(name, 'unknown treatment');
    for (const [cell, value] of Object.entries(cells)) {
      if (!['v0', 'max', 'step'].includes(cell)) throw new DoseTableError(`${name}.${cell}`, 'cannot be tuned');
      if (!(Number.isFinite(value) && value > 0))
        throw new DoseTableError(`${name}.${cell}`, 'not a number above zero');
    }
    tuned[name] = { ...base[name as TreatmentName], ...cells };
  }
  return tuned as unknown as DoseTable;
}
