import type { Language } from '#contract/base.ts';
import type { PaymentNotice } from './notices.ts';

/** The purpose of a payment, named by the domain that requested it. Every event about the payment carries it. */
export interface Reference {
  /** `appointment`, `subscription`: the word by which a domain knows its own. */
  readonly kind: string;
  readonly id: string;
  /** The payer. */
  readonly user_id: string;
}

export interface Money {
  readonly amount_cents: number;
  /** ISO 4217 in small letters. */
  readonly currency: string;
}

interface AnyPage {
  readonly reference: Reference;
  readonly customer_email: string;
  readonly language: Language;
  /** Absolute addresses on our site. */
  readonly success_url: string;
  readonly cancel_url: string;
  /** When the page should end. The provider keeps a page for 30 minutes at least and 24 hours at most; the answer says what it became. */
  readonly expires_at: Date;
  /** Two calls with one key make one page. */
  readonly idempotency_key: string;
}

export interface NewPaymentPage extends AnyPage, Money {
  /** Shown to the payer and on the statement of the provider: no health data. */
  readonly description: string;
}

/** A recurring price. It is found by `sku` and amount, and created at the provider when it is new. */
export interface RecurringItem extends Money {
  readonly sku: string;
  readonly name: string;
  readonly interval: 'month' | 'year';
}

export interface NewSubscriptionPage extends AnyPage {
  readonly item: RecurringItem;
  /** The customer of an earlier subscription, so that one person stays one customer. */
  readonly customer_id?: string | undefined;
}

export interface PaymentPage {
  readonly id: string;
  /** Where the browser is sent. */
  readonly url: string;
  readonly expires_at: Date;
}

export interface RefundRequest {
  readonly payment_id: string;
  /** Absent: everything that is left. */
  readonly amount_cents?: number;
  readonly idempotency_key: string;
}

export interface Refund {
  readonly id: string;
  readonly amount_cents: number;
}

export interface ProviderSubscription extends RecurringItem {
  readonly id: string;
  readonly customer_id: string;
  readonly reference: Reference;
  /** incomplete: the first payment has not come. past_due: a renewal failed and is tried again. ended: for good. */
  readonly status: 'incomplete' | 'active' | 'past_due' | 'ended';
  readonly started_at: Date;
  readonly period_start: Date;
  readonly period_end: Date;
  readonly cancel_at_period_end: boolean;
  readonly ended_at: Date | null;
}

export interface ProviderInvoice extends Money {
  readonly id: string;
  readonly subscription_id: string | null;
  readonly reference: Reference | null;
  readonly is_paid: boolean;
  /** Null when the amount due was zero. */
  readonly payment_id: string | null;
  readonly paid_at: Date | null;
  readonly reason: 'started' | 'renewed' | 'changed';
  readonly period_start: Date;
  readonly period_end: Date;
  readonly lines: readonly { readonly description: string; readonly amount_cents: number }[];
  /** Attempts until now, and the next one; null: no more attempts. */
  readonly attempts: number;
  readonly next_attempt_at: Date | null;
  /** Page where the payer confirms the payment, if the bank asks for it. */
  readonly confirm_url: string | null;
}

export interface ChangeRequest {
  readonly subscription_id: string;
  readonly item: RecurringItem;
  /** The moment up to which the old plan counts; the same one as in the preview that the person agreed to. */
  readonly at: Date;
}

/** A movement of the balance at the provider. */
export interface BalanceMove extends Money {
  readonly id: string;
  /**
   * `dispute`: taken by a bank, or given back. `fee`: a fee that belongs to no payment. `other`: nothing that we know.
   */
  readonly kind: 'payment' | 'refund' | 'dispute' | 'fee' | 'payout' | 'other';
  readonly at: Date;
  readonly payment_id: string | null;
  /** The refund, dispute or payout. */
  readonly source_id: string | null;
  /** `amount_cents`, of the payment in its own currency, as the balance took it: in is positive, before the fee. */
  readonly settled_cents: number;
  readonly settled_currency: string;
  /** In the currency of the balance; a fee that the provider took is positive. */
  readonly fee_cents: number;
}

/**
 * The provider that takes the money. Two are built: Stripe, or our own test checkout with the same interface. Its
 * notices arrive as signed webhooks, through the inbox, as events of the outbox (events.ts): an answer of this
 * interface never proves that something was paid.
 *
 * Every method throws PaymentUnavailable when the provider does not answer, and PaymentDeclined where it says so.
 */
export interface PaymentGateway {
  readonly provider: 'stripe' | 'test';
  /** A page on which one payment can be made. */
  openPage(page: NewPaymentPage): Promise<PaymentPage>;
  /** A page on which a subscription begins with its first payment. */
  openSubscriptionPage(page: NewSubscriptionPage): Promise<PaymentPage>;
  /** Closes a page; true when it was open and nobody can pay on it any more. */
  expirePage(pageId: string): Promise<boolean>;
  /** Gives money back; all that is left without a sum. @throws RefundTooHigh when less is left, which we may not have heard of yet */
  refund(request: RefundRequest): Promise<Refund>;
  /** The total refunded amount of a payment. Failed refunds do not count. */
  getRefunded(paymentId: string): Promise<number>;
  /** Every movement of the balance in this time, the end excluded. */
  listBalanceMoves(from: Date, until: Date): Promise<BalanceMove[]>;
  getSubscription(id: string): Promise<ProviderSubscription>;
  getInvoice(id: string): Promise<ProviderInvoice>;
  /** The cost of a change today: the new price minus the unused part of the old period. A negative amount is credited to the next invoices. */
  previewChange(request: ChangeRequest): Promise<Money>;
  /** Changes at once and charges the difference. @throws PaymentDeclined when the charge fails; nothing has changed then */
  changeSubscription(request: ChangeRequest & { readonly idempotency_key: string }): Promise<ProviderSubscription>;
  /** Ends it with the period that is paid, or takes that back. */
  setCancelAtPeriodEnd(id: string, cancels: boolean): Promise<ProviderSubscription>;
  /** Ends it now; a subscription that has already ended does not change. It refunds nothing. */
  endSubscription(id: string): Promise<ProviderSubscription>;
  /** A page on which the card of a customer can be replaced; an invoice that failed is tried again with the new one. */
  openCardPage(request: { customer_id: string; language: Language; return_url: string }): Promise<{ url: string }>;
  /**
   * Checks and reads a delivery of the provider.
   *
   * @throws NoticeRefused when the signature is not the provider's, or older than five minutes
   */
  readNotice(body: string, signature: string, now: Date): PaymentNotice;
}

/** The provider does not answer, or has too much to do: nothing is known to have happened. */
export class PaymentUnavailable extends Error {
  override readonly name = 'PaymentUnavailable';
}

/** The refund exceeds the rest of the payment at the provider, or there is no rest. */
export class RefundTooHigh extends Error {
  override readonly name = 'RefundTooHigh';
  readonly left_cents: number;

  constructor(left_cents: number, options?: ErrorOptions) {
    super('less is left of the payment', options);
    this.left_cents = left_cents;
  }
}

/** The bank declined. */
export class PaymentDeclined extends Error {
  override readonly name = 'PaymentDeclined';
}
