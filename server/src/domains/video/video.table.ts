import type { ColumnType, Generated } from 'kysely';
import type { ReadingLanguage } from '#contract/base.ts';
import type { VideoSide, VideoSignal, VideoVisitState } from '#contract/video.ts';

export interface VideoVisitsTable {
  id: string;
  /** Either this or `time_id` is set. */
  case_id: string | null;
  time_id: string | null;
  /** The database names the patient. */
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
  /** The page on which that side has the visit open. */
  doctor_page: string | null;
  /** When that page last called. */
  doctor_seen_at: Date | null;
  patient_page: string | null;
  patient_seen_at: Date | null;
}

/** Signals hold network addresses, so they are deleted once they were read. */
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
