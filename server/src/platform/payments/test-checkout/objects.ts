import { randomBytes } from 'node:crypto';
import type { Language } from '#contract/base.ts';
import type { Db, Tx } from '../../db/db.ts';
import type { CreditCorrection, RecurringItem, Reference } from '../gateway.ts';
import '../payments.table.ts';

/** The cards of the test checkout, named after their behaviour. */
export const Cards = ['accepted', 'declined', 'fails_later'] as const;
export type Card = (typeof Cards)[number];

/** A page of the test checkout. Instants are seconds since 1970, as in Stripe's API. */
export interface TestPage {
  readonly id: string;
  readonly mode: 'payment' | 'subscription' | 'card';
  status: 'open' | 'complete' | 'expired';
  readonly reference: Reference | null;
  readonly customer_id: string;
  readonly language: Language;
  readonly success_url: string;
  readonly cancel_url: string;
  readonly expires_at: number;
  readonly amount_cents: number;
  readonly currency: string;
  readonly description: string;
  readonly item: RecurringItem | null;
}

export interface TestSubscription {
  readonly id: string;
  readonly customer_id: string;
  readonly reference: Reference;
  status: 'active' | 'past_due' | 'canceled';
  item: RecurringItem;
  readonly started_at: number;
  period_start: number;
  period_end: number;
  cancel_at_period_end: boolean;
  ended_at: number | null;
  card: Card;
  /**
   * Credit that the invoices of this subscription left for later ones, minus the credit that they used. The sum over
   * all subscriptions of a customer is the customer's credit, which reduces the next invoices.
   */
  credit_cents: number;
  /** See `leftBy`. Absent in subscriptions that earlier releases made. */
  left_cents?: number;
  /**
   * Corrections of the credit after a refund. Absent if there is none. `is_unpaid` marks those after a return of money,
   * which are undone if the return fails later. After a withdrawal they are `is_final`, and are not undone.
   */
  corrections?: (CreditCorrection & { is_unpaid?: boolean; is_final?: boolean })[];
  /** Id of the invoice whose payment failed. Null if there is none. */
  owed: string | null;
}

export interface TestInvoice {
  readonly id: string;
  readonly subscription_id: string;
  readonly reference: Reference;
  is_paid: boolean;
  payment_id: string | null;
  paid_at: number | null;
  readonly amount_cents: number;
  readonly currency: string;
  readonly reason: 'started' | 'renewed' | 'changed';
  readonly period_start: number;
  readonly period_end: number;
  readonly lines: readonly { readonly description: string; readonly amount_cents: number }[];
  attempts: number;
  next_attempt_at: number | null;
}

export interface TestPayment {
  readonly id: string;
  readonly amount_cents: number;
  readonly currency: string;
  /** Absent in payments that earlier releases made. */
  readonly paid_at?: number;
  readonly refunds: TestRefund[];
}

export interface TestRefund {
  readonly id: string;
  readonly key: string;
  readonly amount_cents: number;
  /** Absent in refunds that earlier releases made. */
  readonly made_at?: number;
  /** The reason why the refund failed. */
  failed?: string;
}

export const refundedOf = ({ refunds }: TestPayment): number =>
  refunds.reduce((sum, { amount_cents, failed }) => (failed ? sum : sum + amount_cents), 0);

interface Kinds {
  page: TestPage;
  subscription: TestSubscription;
  invoice: TestInvoice;
  payment: TestPayment;
}

export const newId = (prefix: string): string => `${prefix}_test_${randomBytes(18).toString('base64url')}`;
export const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** Returns the object with this id, locked until the transaction ends. */
export async function findForUpdate<K extends keyof Kinds>(tx: Tx, kind: K, id: string): Promise<Kinds[K] | undefined> {
  const row = await tx
    .selectFrom('test_checkout_objects')
    .select('data')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst();
  return row?.data as Kinds[K] | undefined;
}

export async function getForUpdate<K extends keyof Kinds>(tx: Tx, kind: K, id: string): Promise<Kinds[K]> {
  const found = await findForUpdate(tx, kind, id);
  if (!found) throw new Error(`the test checkout has no ${kind} ${id}`);
  return found;
}

/** Stores a new object. If an object was made with this key before, returns that object. */
export async function insertOnce<K extends keyof Kinds>(
  tx: Db | Tx,
  kind: K,
  data: Kinds[K],
  made_with: string | null = null,
): Promise<Kinds[K]> {
  const inserted = await tx
    .insertInto('test_checkout_objects')
    .values({ id: data.id, kind, data: JSON.stringify(data), made_with })
    .onConflict((conflict) => conflict.column('made_with').doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows || made_with === null) return data;
  const earlier = await tx
    .selectFrom('test_checkout_objects')
    .select('data')
    .where('made_with', '=', made_with)
    .executeTakeFirstOrThrow();
  return earlier.data as Kinds[K];
}

export const update = (tx: Tx, data: Kinds[keyof Kinds]): Promise<unknown> =>
  tx
    .updateTable('test_checkout_objects')
    .set({ data: JSON.stringify(data), updated_at: new Date() })
    .where('id', '=', data.id)
    .execute();
