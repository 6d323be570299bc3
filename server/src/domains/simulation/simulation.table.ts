import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Plan } from '#contract/base.ts';
import type { Pose } from '#contract/intake.ts';
import type { CaseEventKind, CaseStatus, Recipes, Style, TreatmentPlan } from '#contract/simulation.ts';

export interface CasesTable {
  id: Generated<string>;
  number: Generated<string>;
  patient_id: string;
  status: Generated<CaseStatus>;
  plan: Plan;
  received_at: ColumnType<Date, Date, never>;
  due_at: ColumnType<Date, Date, never>;
  practitioner_id: string | null;
  taken_at: Date | null;
  published_at: Date | null;
  withdrawn_at: Date | null;
}

export interface CasePhotosTable {
  case_id: string;
  pose: Pose;
  photo_id: string;
}

export interface DraftsTable {
  case_id: string;
  version: number;
  style: Style;
  recipes: JSONColumnType<Recipes>;
  plan: JSONColumnType<TreatmentPlan>;
  saved_by: string | null;
  saved_at: Date;
}

export interface RenderingsTable {
  id: string;
  case_id: string;
  version: number;
  pose: Pose;
  style: Style;
  input_hash: string;
  sha256: string;
  created_at: Date;
}

export interface SignaturesTable {
  case_id: string;
  version: number;
  practitioner_id: string | null;
  practitioner_name: string;
  registration_number: string;
  registration_body: string;
  seal: string;
  signed_at: Date;
}

export interface CaseEventsTable {
  id: ColumnType<number, never, never>;
  case_id: string;
  at: Date;
  actor_id: string | null;
  kind: CaseEventKind;
}

declare module '#server/platform/db/db.ts' {
  interface Database {
    cases: CasesTable;
    case_photos: CasePhotosTable;
    drafts: DraftsTable;
    renderings: RenderingsTable;
    signatures: SignaturesTable;
    case_events: CaseEventsTable;
  }
}
