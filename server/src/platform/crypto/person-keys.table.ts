import type { ColumnType, Generated } from 'kysely';

/** Row of table person_keys (migrations/0004_pictures.sql). */
export interface PersonKeysTable {
  id: string;
  user_id: string | null;
  lead_id: string | null;
  master_key_id: string | null;
  wrapped_key: Buffer | null;
  link_epoch: Generated<number>;
  created_at: ColumnType<Date, Date | undefined, never>;
  destroyed_at: Date | null;
}

declare module '../db/db.ts' {
  interface Database {
    person_keys: PersonKeysTable;
  }
}
