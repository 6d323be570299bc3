import type { JSONColumnType } from 'kysely';
import type { CalibrationCorrection } from '#contract/calibrations.ts';
import type { DoseBands, EvidenceCell, EvidencePeriods } from '#contract/evidence.ts';
import type { ToneGroup } from '#engine/metrics/skin-tone.ts';

export type Period = (typeof EvidencePeriods)[number];

export interface EvidenceLooksTable {
  case_id: string;
  user_id: string;
  period: Period;
  outcome: 'measured' | 'turned' | 'no_face';
  dataset: string;
  engine: number;
  looked_at: Date;
}

export interface EvidenceMeasurementsTable {
  case_id: string;
  period: Period;
  treatment: string;
  user_id: string;
  dose: number;
  dose_band: (typeof DoseBands)[number];
  tone: ToneGroup | null;
  simulated_mm: number | null;
  seen_mm: number | null;
  error_mm: number | null;
  simulated_light: number | null;
  seen_light: number | null;
  error_light: number | null;
}

export interface EvidenceReportsTable {
  /** The first day of the month, as YYYY-MM-DD. */
  month: string;
  computed_at: Date;
  dataset: string;
  engine: number;
  people: number | null;
  cells: JSONColumnType<EvidenceCell[]>;
  corrections: JSONColumnType<CalibrationCorrection[] | null>;
}

declare module '#server/platform/db/db.ts' {
  interface Database {
    evidence_looks: EvidenceLooksTable;
    evidence_measurements: EvidenceMeasurementsTable;
    evidence_reports: EvidenceReportsTable;
  }
}
