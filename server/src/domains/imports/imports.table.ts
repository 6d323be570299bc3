import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { ReadingLanguage } from '#contract/base.ts';
import type {
  DateOrder,
  ImportCells,
  ImportFault,
  ImportGrounds,
  ImportHint,
  ImportOutcome,
  ImportStates,
} from '#contract/imports.ts';
import type { Pose } from '#contract/intake.ts';

type Ground = (typeof ImportGrounds)[number];

export interface ImportsTable {
  id: string;
  name: string;
  ground: Ground;
  ground_note: string;
  date_order: DateOrder;
  country: string;
  language: ReadingLanguage;
  state: (typeof ImportStates)[number];
  expected: number;
  handled: Generated<number>;
  photos: Generated<number>;
  made_by: string | null;
  made_at: ColumnType<Date, Date, never>;
  /** The time at which the administrator started the run. */
  began_at: Date | null;
  ran_at: Date | null;
  undone_by: string | null;
  undone_at: Date | null;
}

export interface ImportRowsTable {
  import_id: string;
  line: number;
  /** The email in the file, in lower case. */
  email: string;
  cells: JSONColumnType<ImportCells> | null;
  outcome: ImportOutcome | null;
  codes: Generated<(ImportFault | ImportHint)[]>;
  about_line: number | null;
  user_id: string | null;
  like_id: string | null;
  undo: 'removed' | 'kept' | null;
}

export interface ImportedPatientsTable {
  user_id: string;
  import_id: string | null;
  /** The patient's number at the clinic. */
  reference: string | null;
  made_at: ColumnType<Date, Date, never>;
}

export interface ImportedTreatmentsTable {
  id: Generated<string>;
  user_id: string;
  import_id: string | null;
  /** A day as YYYY-MM-DD. */
  treated_on: string;
  kind: string;
  treatment: string | null;
  words: string;
  area: string;
  product: string;
  lot: string;
  /** The column is `numeric`, which the database returns as a string. */
  amount: ColumnType<string | null, number | null, never>;
  unit: string;
  practitioner: string;
  note: string;
  ground: Ground;
  consent_reference: string;
  made_at: ColumnType<Date, Date, never>;
}

export interface ImportedPhotosTable {
  id: string;
  user_id: string;
  import_id: string | null;
  pose: Pose;
  is_verified: boolean;
  /** A day as YYYY-MM-DD. */
  taken_on: string;
  sha256: string;
  ground: Ground;
  consent_reference: string;
  made_at: ColumnType<Date, Date, never>;
}

declare module '#server/platform/db/db.ts' {
  interface Database {
    imports: ImportsTable;
    import_rows: ImportRowsTable;
    imported_patients: ImportedPatientsTable;
    imported_treatments: ImportedTreatmentsTable;
    imported_photos: ImportedPhotosTable;
  }
}
