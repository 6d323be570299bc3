import type { ClinicalView, Lights, TakenBy } from '#contract/clinical-photos.ts';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Plan } from '#contract/base.ts';
import type { CalibrationCorrection, CalibrationDecision } from '#contract/calibrations.ts';
import type { PhotoKind, Pose } from '#contract/intake.ts';
import type { OpeningReason } from '#contract/care-relation.ts';
import type { GivenScores } from '#contract/skin-score.ts';
import type { Markings } from '#contract/markings.ts';
import type { CaseEventKind, CaseStatus, CaseStep, PhotoRequest } from '#contract/cases.ts';
import type { Recipes, Style, TreatmentPlan } from '#contract/drafts.ts';
import type { Calibration } from '#engine/recipe.ts';
import type { StoredMark } from './marks/stored-mark.ts';
import type { SignatureMethods } from '#contract/signing.ts';
import type { TreatedPoint, UsedProduct, VisitEvents } from '#contract/treatment-records.ts';
import type { PasskeyProof } from '#contract/verify-proof.ts';

export interface CasesTable {
  id: Generated<string>;
  number: Generated<string>;
  patient_id: string;
  status: Generated<CaseStatus>;
  plan: Plan;
  received_at: ColumnType<Date, Date, never>;
  due_at: Date;
  /** The doctor to whom the case is assigned. It has no effect while a doctor has the case (`practitioner_id`). */
  assigned_to: Generated<string | null>;
  practitioner_id: string | null;
  taken_at: Date | null;
  published_at: Date | null;
  withdrawn_at: Date | null;
  /** The time since which the doctor has been waiting for photos. A trigger on photo_requests sets it. */
  waits_since: ColumnType<Date | null, never, never>;
}

export interface CaseOpeningsTable {
  id: Generated<string>;
  case_id: string;
  opened_by: string | null;
  reason: OpeningReason;
  note: string;
  opened_at: Date;
  expires_at: Date;
  ended_at: Generated<Date | null>;
  ended_by: Generated<string | null>;
  /**
   * The time at which the emergency access (with a stated reason) began, by the database's clock. Row-level security
   * allows the access for one hour from this time.
   */
  recorded_at: ColumnType<Date, never, never>;
}

export interface CaseReopeningsTable {
  id: Generated<string>;
  case_id: string;
  asked_by: string | null;
  asked_as: 'practitioner' | 'admin';
  note: string;
  asked_at: Date;
  expires_at: Date;
  answered_at: Generated<Date | null>;
  answered_by: Generated<string | null>;
  is_agreed: Generated<boolean | null>;
}

export interface CasePhotosTable {
  case_id: string;
  pose: PhotoKind;
  photo_id: string;
}

export interface DraftsTable {
  case_id: string;
  version: number;
  style: Style;
  recipes: JSONColumnType<Recipes>;
  plan: JSONColumnType<TreatmentPlan>;
  /** The doctor's markings. Null in versions that were made before markings existed. */
  markings: ColumnType<Markings | null, string | null, never>;
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
  /**
   * The time at which a doctor opened the image at full size. `seen_by` is this doctor. Both are null if no doctor has
   * opened the image.
   */
  seen_at: Generated<Date | null>;
  seen_by: Generated<string | null>;
  /** The marks of the automatic check. They are null for images that were made before this check existed. */
  marks: ColumnType<StoredMark[] | null, string | null | undefined, string>;
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
  verification_code: string;
  /**
   * The way in which the doctor confirmed the signature. The value 'session' denotes older signatures, which the doctor
   * did not confirm with a passkey or password.
   */
  method: Generated<(typeof SignatureMethods)[number]>;
  proof: ColumnType<PasskeyProof | null, string | null | undefined, never>;
}

/** A timestamp of a signature. A job writes the row once, and afterwards the row never changes. */
export interface SignatureTimestampsTable {
  case_id: string;
  version: number;
  /** The RFC 3161 token, encoded in DER. */
  token: Buffer;
  /** The certificates in PEM. */
  chain: string;
  authority: string;
  stamped_at: Date;
}

export interface SignaturePhotosTable {
  case_id: string;
  version: number;
  pose: PhotoKind;
  photo_id: string;
}

export interface CaseEventsTable {
  id: ColumnType<number, never, never>;
  case_id: string;
  at: Date;
  actor_id: string | null;
  kind: CaseEventKind;
}

export interface CaseStepsTable {
  case_id: string;
  kind: CaseStep['kind'];
  at: Date;
}

export interface PhotoRequestsTable {
  id: Generated<string>;
  case_id: string;
  poses: PhotoKind[];
  reason: PhotoRequest['reason'];
  note: string;
  requested_by: string | null;
  requested_at: Date;
  answered_at: Generated<Date | null>;
  withdrawn_at: Generated<Date | null>;
}

export interface RedoRequestsTable {
  id: Generated<string>;
  case_id: string;
  wishes: string;
  requested_at: Date;
}

/** A granted redo. A case has at most one granted redo for each due time. */
export interface CaseCreditsTable {
  case_id: string;
  due_at: Date;
  granted_at: Date;
}

export interface DueWarningsTable {
  case_id: string;
  due_at: Date;
  kind: 'due_soon' | 'late';
  at: Date;
}

export interface CaseNotesTable {
  case_id: string;
  version: number;
  body: string;
  saved_by: string | null;
  saved_at: Date;
}

export interface DraftNamesTable {
  case_id: string;
  version: number;
  name: string;
  named_by: string | null;
  named_at: Date;
}

export interface ShareLinksTable {
  id: Generated<string>;
  case_id: string;
  token_hash: Buffer;
  label: string;
  created_at: Date;
  expires_at: Date;
  revoked_at: Generated<Date | null>;
  views: Generated<number>;
  last_seen_at: Generated<Date | null>;
}

export interface SkinScoresTable {
  id: Generated<string>;
  patient_id: string;
  case_id: string;
  photo_id: string | null;
  photo_taken_at: Date;
  scores: JSONColumnType<GivenScores>;
  /** The overall score, with one decimal. The database driver returns a numeric column as a string. */
  overall: ColumnType<string, number, number>;
  saved_by: string | null;
  saved_at: Date;
  version: Generated<number | null>;
  signed_at: Generated<Date | null>;
  practitioner_name: Generated<string>;
}

export interface TreatmentRecordsTable {
  id: string;
  version: number;
  case_id: string;
  plan_version: number;
  visit: number | null;
  /** The day of treatment, as YYYY-MM-DD. */
  treated_on: string;
  products: JSONColumnType<UsedProduct[]>;
  points: JSONColumnType<TreatedPoint[]>;
  events: (typeof VisitEvents)[number][];
  note: string;
  photo_ids: string[];
  correction: string | null;
  recorded_by: string | null;
  practitioner_name: string;
  registration_number: string;
  registration_body: string;
  recorded_at: Date;
  seal: string;
  verification_code: string;
  /** The booked time of the visit. It is null if the visit was not booked with Flaira. */
  time_id: ColumnType<string | null, string | null | undefined, never>;
  /** The database computes this column from `products`. */
  lots: ColumnType<string[], never, never>;
}

export interface TreatmentPhotosTable {
  id: string;
  case_id: string;
  sha256: string;
  uploaded_by: string | null;
  created_at: Date;
}

export interface ClinicalSetsTable {
  case_id: string;
  taken_by: (typeof TakenBy)[number];
  chosen_by: string | null;
  chosen_at: Date;
}

export interface ClinicalPhotosTable {
  id: string;
  case_id: string;
  view: ClinicalView;
  taken_on: string;
  device: string;
  distance_cm: number;
  light: (typeof Lights)[number];
  taken_by: (typeof TakenBy)[number];
  added_by: string | null;
  sha256: string;
  width_px: number;
  height_px: number;
  created_at: Date;
}

export interface DoseCalibrationsTable {
  number: ColumnType<number, never, never>;
  dataset: string;
  engine: number;
  base: number | null;
  corrections: JSONColumnType<CalibrationCorrection[]>;
  v0: JSONColumnType<Calibration['v0']>;
  proposed_by: string | null;
  proposed_name: string;
  proposed_at: Date;
  decision: Generated<CalibrationDecision | null>;
  decided_by: Generated<string | null>;
  decided_name: Generated<string | null>;
  decided_registration: Generated<string | null>;
  decided_at: Generated<Date | null>;
  reason: Generated<string>;
}

export interface DoseCalibrationLooksTable {
  number: number;
  user_id: string;
  treatment: string;
  looked_at: Date;
}

declare module '#server/platform/db/db.ts' {
  interface Database {
    cases: CasesTable;
    clinical_sets: ClinicalSetsTable;
    clinical_photos: ClinicalPhotosTable;
    case_openings: CaseOpeningsTable;
    case_reopenings: CaseReopeningsTable;
    case_photos: CasePhotosTable;
    drafts: DraftsTable;
    renderings: RenderingsTable;
    signatures: SignaturesTable;
    case_events: CaseEventsTable;
    case_steps: CaseStepsTable;
    signature_photos: SignaturePhotosTable;
    signature_timestamps: SignatureTimestampsTable;
    photo_requests: PhotoRequestsTable;
    redo_requests: RedoRequestsTable;
    case_credits: CaseCreditsTable;
    due_warnings: DueWarningsTable;
    case_notes: CaseNotesTable;
    draft_names: DraftNamesTable;
    share_links: ShareLinksTable;
    treatment_records: TreatmentRecordsTable;
    treatment_photos: TreatmentPhotosTable;
    skin_scores: SkinScoresTable;
    dose_calibrations: DoseCalibrationsTable;
    dose_calibration_looks: DoseCalibrationLooksTable;
  }
}
