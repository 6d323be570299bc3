import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type {
  ExpectationAnswers,
  HistoryDraft,
  MedicalHistory,
  OutcomeEvents,
  OutcomeKinds,
  ReportedSign,
} from '#contract/care.ts';

export interface MedicalHistoriesTable {
  user_id: string;
  version: number;
  answers: JSONColumnType<MedicalHistory>;
  saved_at: Date;
}

export interface MedicalHistoryDraftsTable {
  user_id: string;
  answers: JSONColumnType<HistoryDraft['answers']>;
  medicines: string | null;
  saved_at: Date;
}

export interface ExpectationScreensTable {
  user_id: string;
  version: number;
  answers: JSONColumnType<ExpectationAnswers>;
  is_positive: boolean;
  answered_at: Date;
  reviewed_by: Generated<string | null>;
  reviewed_at: Generated<Date | null>;
  review_note: Generated<string | null>;
}

export interface UrgentReportsTable {
  id: Generated<string>;
  user_id: string;
  signs: ReportedSign[];
  note: string;
  reported_at: Date;
  owner_id: string | null;
  acknowledged_at: Generated<Date | null>;
  acknowledged_by: Generated<string | null>;
  escalated_at: Generated<Date | null>;
  settled_at: Generated<Date | null>;
  settled_by: Generated<string | null>;
  settlement: Generated<string | null>;
  phone: Generated<string | null>;
}

export interface CaseMessagesTable {
  id: Generated<string>;
  place: ColumnType<number, never, never>;
  case_id: string;
  author_id: string | null;
  is_staff: boolean;
  body: string;
  sent_at: Date;
  read_at: Generated<Date | null>;
}

export interface TreatmentDatesTable {
  case_id: string;
  /** A day as YYYY-MM-DD. */
  treated_on: string;
  /** The day that the patient gave. Null if only a doctor recorded the day. */
  told_on: string | null;
  told_at: Date;
}

type OutcomeKind = (typeof OutcomeKinds)[number];

export interface OutcomeChecksTable {
  case_id: string;
  kind: OutcomeKind;
  match: number;
  satisfaction: number;
  events: (typeof OutcomeEvents)[number][];
  note: string;
  answered_at: Date;
}

export interface OutcomeRemindersTable {
  case_id: string;
  kind: OutcomeKind;
  sent_at: Date;
}

declare module '#server/platform/db/db.ts' {
  interface Database {
    medical_histories: MedicalHistoriesTable;
    medical_history_drafts: MedicalHistoryDraftsTable;
    expectation_screens: ExpectationScreensTable;
    urgent_reports: UrgentReportsTable;
    case_messages: CaseMessagesTable;
    treatment_dates: TreatmentDatesTable;
    outcome_checks: OutcomeChecksTable;
    outcome_reminders: OutcomeRemindersTable;
  }
}
