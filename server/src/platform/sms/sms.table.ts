import type { ColumnType } from 'kysely';

export interface SmsMessagesTable {
  id: string;
  user_id: string;
  provider_id: string | null;
  state: 'sending' | 'sent' | 'delivered' | 'failed';
  fault: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface SmsMailboxTable {
  id: ColumnType<number, never, never>;
  user_id: string;
  at: ColumnType<Date, never, never>;
  to: string;
  text: string;
}

export interface SmsStopKeyTable {
  is_only: ColumnType<boolean, never, never>;
  master_key_id: string;
  wrapped_key: Buffer;
}

export interface SmsStopsTable {
  number_hash: Buffer;
  stopped_at: Date;
}

declare module '../db/db.ts' {
  interface Database {
    sms_messages: SmsMessagesTable;
    sms_mailbox: SmsMailboxTable;
    sms_stop_key: SmsStopKeyTable;
    sms_stops: SmsStopsTable;
  }
}
