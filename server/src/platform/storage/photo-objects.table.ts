import type { ColumnType } from 'kysely';
import type { Bucket } from './photo-store.ts';

/** Row of table photo_objects (migrations/0004_pictures.sql). */
export interface PhotoObjectsTable {
  id: string;
  bucket: Bucket;
  path: string;
  person_key_id: string;
  size: number;
  sha256: string;
  width: number;
  height: number;
  content_type: string;
  created_at: ColumnType<Date, Date | undefined, never>;
  deleted_at: Date | null;
}

declare module '../db/db.ts' {
  interface Database {
    photo_objects: PhotoObjectsTable;
  }
}
