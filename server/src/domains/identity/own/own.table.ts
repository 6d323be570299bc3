export interface EmailChangesTable {
  user_id: string;
  new_email: string;
  old_hash: Buffer;
  new_hash: Buffer | null;
  old_at: Date | null;
  new_at: Date | null;
  expires_at: Date;
}

declare module '#server/platform/db/db.ts' {
  interface Database {
    email_changes: EmailChangesTable;
  }
}
