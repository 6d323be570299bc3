import type { ColumnType, Generated } from 'kysely';
import type { ReadingLanguage } from '#contract/base.ts';
import type { VideoSide, VideoSignal, VideoVisitState } from '#contract/video.ts';

export interface VideoVisitsTable {
  id: string;
  /** The case of the visit. Null if the visit belongs to a booked time (`time_id`). */
  case_id: string | null;
  time_id: string | null;
  /** A database trigger sets the patient, so the application cannot write this column. */
  patient_id: ColumnType<string, never, never>;
  planned_at: Date;
  planned_by: string | null;
  state: VideoVisitState;
  created_at: Date;
  consent_version: string | null;
  consent_language: ReadingLanguage | null;
  consented_at: Date | null;
  started_at: Date | null;
  ended_at: Date | null;
  cancelled_by: string | null;
  /** Id of the page on which the doctor has the visit open. */
  doctor_page: string | null;
  /** The time of the last call from the doctor's page. */
  doctor_seen_at: Date | null;
  patient_page: string | null;
  patient_seen_at: Date | null;
}

/**
 * A message between the two pages of a visit. It contains network addresses, so it is deleted after the other page has
 * read it.
 */
export interface VideoSignalsTable {
  place: Generated<number>;
  visit_id: string;
  to_side: VideoSide;
  to_page: string;
  from_page: string;
  number: number;
  signal: VideoSignal;
  sent_at: Date;
}

export interface VideoRemindersTable {
  visit_id: string;
  minutes_before: number;
  sent_at: Date;
}

declare module '#server/platform/db/db.ts' {
  interface Database {
    video_visits: VideoVisitsTable;
    video_reminders: VideoRemindersTable;
    video_signals: VideoSignalsTable;
  }
}
