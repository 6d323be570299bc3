import type { ColumnType, Generated } from 'kysely';
import type { BookedState } from '#contract/bookings.ts';

/**
 * A time range of PostgreSQL. Code writes it as '[start,end)' with ISO instants, and reads its ends with lower() and
 * upper().
 */
type TimeRange = ColumnType<string, string, string>;

export interface BookedTimesTable {
  id: string;
  clinic_id: string;
  site_id: string;
  service_id: string;
  practitioner_id: string;
  room_id: string | null;
  during: TimeRange;
  /** The range that the visit takes up, including the buffers before and after it. */
  blocked: TimeRange;
  state: BookedState;
  held_until: Date | null;
  late_minutes: number | null;
  calendar_sequence: Generated<number>;
  created_at: Date;
  updated_at: Date;
}

export interface BusyFeedsTable {
  id: string;
  user_id: string;
  address: string;
  name: Generated<string>;
  created_at: Date;
  read_at: Date | null;
  failed_at: Date | null;
  fault: string | null;
  /** The time at which the busy times of this calendar were last stored. */
  filled_at: Date | null;
  etag: string | null;
}

export interface BusyTimesTable {
  feed_id: string;
  user_id: string;
  during: TimeRange;
}

export interface CalendarFeedsTable {
  id: string;
  user_id: string | null;
  site_id: string | null;
  created_by: string | null;
  secret_hash: string;
  shows_names: Generated<boolean>;
  created_at: Date;
  read_at: Date | null;
  revoked_at: Date | null;
}

export interface FreedTimesTable {
  id: Generated<number>;
  time_id: string;
  site_id: string;
  practitioner_id: string;
  during: TimeRange;
  freed_at: Date;
}

declare module '#server/platform/db/db.ts' {
  interface Database {
    booked_times: BookedTimesTable;
    busy_feeds: BusyFeedsTable;
    busy_times: BusyTimesTable;
    calendar_feeds: CalendarFeedsTable;
    freed_times: FreedTimesTable;
  }
}
