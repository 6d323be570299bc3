import type { ColumnType, Generated, JSONColumnType } from 'kysely';

export interface PaymentNoticesTable {
  id: string;
  kind: string;
  notice: JSONColumnType<Record<string, unknown>>;
  occurred_at: Date;
  received_at: Date;
  handled_at: Date | null;
  attempts: Generated<number>;
  last_error: string | null;
}

export interface PaymentNoticeRefusalsTable {
  day: string;
  reason: 'forged' | 'late' | 'unreadable';
  count: Generated<number>;
  last_at: Date;
}

export interface PaymentsTable {
  id: string;
  reference_kind: string;
  reference_id: string;
  user_id: string | null;
  amount_cents: number;
  currency: string;
  refunded_cents: Generated<number>;
  paid_at: Date;
  page_id: string | null;
  invoice_id: string | null;
  subscription_id: string | null;
}

export interface TestCheckoutObjectsTable {
  id: string;
  kind: 'page' | 'subscription' | 'invoice' | 'payment';
  /** Written as JSON text. */
  data: ColumnType<unknown, string, string>;
  made_with: string | null;
  updated_at: Generated<Date>;
}

declare module '../db/db.ts' {
  interface Database {
    payment_notices: PaymentNoticesTable;
    payment_notice_refusals: PaymentNoticeRefusalsTable;
    payments: PaymentsTable;
    test_checkout_objects: TestCheckoutObjectsTable;
  }
}
