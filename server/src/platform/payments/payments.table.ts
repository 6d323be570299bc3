import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { DisputeStatus } from './disputes.ts';

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

export interface PaymentDisputesTable {
  id: string;
  payment_id: string;
  status: DisputeStatus;
  reason: string;
  amount_cents: number;
  currency: string;
  evidence_due_at: Date | null;
  opened_at: Date;
  told_at: Date;
  withdrawn_at: Date | null;
  reinstated_at: Date | null;
  closed_at: ColumnType<Date | null, never, never>;
}

export interface PaymentRefundFailuresTable {
  id: string;
  payment_id: string;
  amount_cents: number;
  reason: string;
  failed_at: Date;
}

export interface TestCheckoutObjectsTable {
  id: string;
  kind: 'page' | 'subscription' | 'invoice' | 'payment';
  /** Written as JSON text, and read as a value. */
  data: ColumnType<unknown, string, string>;
  made_with: string | null;
  updated_at: Generated<Date>;
}

declare module '../db/db.ts' {
  interface Database {
    payment_notices: PaymentNoticesTable;
    payment_notice_refusals: PaymentNoticeRefusalsTable;
    payments: PaymentsTable;
    payment_disputes: PaymentDisputesTable;
    payment_refund_failures: PaymentRefundFailuresTable;
    test_checkout_objects: TestCheckoutObjectsTable;
  }
}
