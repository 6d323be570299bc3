import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Answers, PhotoKind } from '#contract/intake.ts';

export interface LeadsTable {
  id: string;
  secret_hash: Buffer;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  /** Date as YYYY-MM-DD. */
  birth_date: string | null;
  contact_at: Date | null;
  uploads: Generated<number>;
  uploads_since: ColumnType<Date, Date, Date>;
  user_id: string | null;
  claimed_at: Date | null;
  attached_at: Date | null;
  created_at: ColumnType<Date, Date, never>;
}

export interface PhotosTable {
  id: string;
  lead_id: string | null;
  user_id: string | null;
  pose: PhotoKind;
  path: string;
  sha256: string;
  width_px: number;
  height_px: number;
  is_verified: boolean;
  created_at: ColumnType<Date, Date, never>;
  current_at: Date | null;
}

export interface AnswersTable {
  lead_id: string;
  version: number;
  user_id: string | null;
  answers: JSONColumnType<Answers>;
  created_at: ColumnType<Date, Date, never>;
}

declare module '#server/platform/db/db.ts' {
  interface Database {
    leads: LeadsTable;
    photos: PhotosTable;
    answers: AnswersTable;
  }
}
