import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/** An instant that is set once and never changed. */
type Stamp = ColumnType<Date, Date | undefined, never>;
type Json = JSONColumnType<Record<string, unknown>>;

export interface AuditLogTable {
  /** A trigger sets `id`, `at`, `prev_hash` (the hash of the previous row) and `hash` (the hash of this row). */
  id: ColumnType<number, never, never>;
  at: Stamp;
  actor_id: ColumnType<string, string, never>;
  actor_role: ColumnType<string | null, string | null | undefined, never>;
  action: ColumnType<string, string, never>;
  subject_type: ColumnType<string, string, never>;
  subject_id: ColumnType<string, string, never>;
  patient_id: ColumnType<string | null, string | null | undefined, never>;
  reason: ColumnType<string, string, never>;
  details: ColumnType<Record<string, unknown>, string | undefined, never>;
  prev_hash: ColumnType<Buffer, never, never>;
  hash: ColumnType<Buffer, never, never>;
}

export interface OutboxTable {
  id: ColumnType<number, never, never>;
  at: Stamp;
  topic: ColumnType<string, string, never>;
  payload: Json;
  idempotency_key: ColumnType<string | null, string | null | undefined, never>;
  handled_by: Generated<string[]>;
  attempts: Generated<number>;
  next_attempt_at: Generated<Date>;
  processed_at: Date | null;
  last_error: string | null;
}

export interface IdempotencyKeysTable {
  scope: string;
  key: string;
  request_hash: string;
  /** Written as JSON text, and read as a value. */
  response: ColumnType<unknown, string | null | undefined, string | null>;
  created_at: Stamp;
}

export interface MailboxTable {
  id: ColumnType<number, never, never>;
  at: Stamp;
  to: string;
  subject: string;
  text: string;
  html: string;
  language: string;
  attachments: JSONColumnType<{ file_name: string; content_type: string; content: string }[], string | undefined>;
}

/** Number of refusals that an account or an address got in an hour. `who` is a keyed hash of the account or address. */
interface RefusalCountsTable {
  hour: Date;
  who: string;
  refusals: number;
  decoys: number;
  alarmed_at: Date | null;
}

/** The platform's own tables. */
export interface PlatformTables {
  refusal_counts: RefusalCountsTable;
  audit_log: AuditLogTable;
  outbox: OutboxTable;
  idempotency_keys: IdempotencyKeysTable;
  mailbox: MailboxTable;
}
