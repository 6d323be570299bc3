import type { Generated } from 'kysely';

export interface ExportsTable {
  id: Generated<string>;
  user_id: string;
  requested_at: Date;
  ready_at: Date | null;
  failed_at: Date | null;
  expires_at: Date | null;
  parts: Generated<number>;
  size_bytes: number | null;
}

declare module '#server/platform/db/db.ts' {
  interface Database {
    exports: ExportsTable;
  }
}
