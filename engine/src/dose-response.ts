import table from '../data/dose-response.json' with { type: 'json' };

export type TreatmentName = keyof typeof table.treatments;
export type TreatmentFamily = 'botox' | 'filler' | 'laser';
/** Botulinum toxin in units of onabotulinumtoxinA, fillers in millilitres, light and peels in percent of the strongest believable change. */
export type DoseUnit = 'units' | 'mL' | 'percent';

export interface DoseResponse {
  readonly family: TreatmentFamily;
  readonly unit: DoseUnit;
  /** Whether the dose is that of the whole area or of each side of a paired area. */
  readonly per: 'area' | 'side';
  /** The dose that draws 63 % of the full change: strength = 1 − e^(−dose / v0). */
  readonly v0: number;
  readonly min: number;
  readonly max: number;
  /** Step of a slider, and what doses are rounded to. */
  readonly step: number;
  /** Usual doses, and why the curve is as steep as it is. */
  readonly basis: string;
  /** What the dose rests on. 'label' and 'study': it is found there. 'practice': commonly done; the reference stands for the effect alone. */
  readonly evidence: 'label' | 'study' | 'practice';
  /** A published work on the dose or, in practice, on the effect. It says nothing about the picture. */
  readonly reference: string;
}

export type DoseTable = Readonly<Record<TreatmentName, DoseResponse>>;

/** In the order of engine/data/dose-response.json, which is that of every list of treatments. */
export const treatmentNames = Object.keys(table.treatments) as TreatmentName[];

/** The table the engine comes with. **Illustrative, not a prediction**; the file says what each row rests on. */
export const doseResponse = table.treatments as unknown as DoseTable;

/** An edited table that cannot be drawn with; `path` names the cell, as in `cheek.v0`. */
export class DoseTableError extends Error {
  readonly path: string;

  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`);
    this.name = 'DoseTableError';
    this.path = path;
  }
}

/** What a doctor may tune: how early a treatment shows, and how far its slider goes. Unit, side and meaning of a dose stay. */
export type DoseTuning = Partial<Record<TreatmentName, Partial<Pick<DoseResponse, 'v0' | 'max' | 'step'>>>>;

/**
 * The table with a doctor's changes, for `strengthsOf` and both renderers.
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
