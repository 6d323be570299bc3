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

declare module '../db/db.ts' {
  interface Database {
    sms_messages: SmsMessagesTable;
    sms_mailbox: SmsMailboxTable;
  }
}
