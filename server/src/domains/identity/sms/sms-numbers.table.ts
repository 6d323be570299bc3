export interface SmsNumbersTable {
  user_id: string;
  /** The number in E.164 format. It is null once the agreement has ended. */
  number: string | null;
  zone: string;
  code_hash: Buffer | null;
  code_ends_at: Date | null;
  code_tries: number;
  agreed_at: Date | null;
  ended_at: Date | null;
  ended_by: 'person' | 'reply' | 'other_account' | null;
}

declare module '#server/platform/db/db.ts' {
  interface Database {
    sms_numbers: SmsNumbersTable;
  }
}
