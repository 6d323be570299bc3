import type { Language } from '#contract/base.ts';
import type { PaymentNotice } from './notices.ts';

/** The purpose of a payment, named by the domain that requested it. Every event about the payment carries it. */
export interface Reference {
  /** The domain's word for its payments, such as `appointment` or `subscription`. */
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
  /** The requested end of the page. The provider keeps a page open for 30 minutes at least and 24 hours at most. The answer holds the actual end. */
  readonly expires_at: Date;
  /** Two calls with one key make one page. */
  readonly idempotency_key: string;
}

export interface NewPaymentPage extends AnyPage, Money {
  /** The payer and the provider's statement show it, so it holds no health data. */
  readonly description: string;
}

/** A recurring price, identified by `sku` and amount. A new one is created at the provider. */
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
  /** incomplete: the first payment is missing. past_due: a renewal failed and is tried again. ended: final. */
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
  /** Null if the amount due was zero. */
  readonly payment_id: string | null;
  readonly paid_at: Date | null;
  readonly reason: 'started' | 'renewed' | 'changed';
  readonly period_start: Date;
  readonly period_end: Date;
  readonly lines: readonly { readonly description: string; readonly amount_cents: number }[];
  /** The attempts until now, and the next one. Null: no more attempts. */
  readonly attempts: number;
  readonly next_attempt_at: Date | null;
  /** The page where the payer confirms the payment, if the bank requires it. */
  readonly confirm_url: string | null;
}

export interface ChangeRequest {
  readonly subscription_id: string;
  readonly item: RecurringItem;
  /** The moment until which the old plan counts. It is the same as in the preview that the person agreed to. */
  readonly at: Date;
}

/** A movement of the balance at the provider. */
export interface BalanceMove extends Money {
  readonly id: string;
  /**
   * `dispute`: taken or returned by a bank. `fee`: a fee without a payment. `other`: a kind that we do not know.
   */
  readonly kind: 'payment' | 'refund' | 'dispute' | 'fee' | 'payout' | 'other';
  readonly at: Date;
  readonly payment_id: string | null;
  /** The id of the refund, dispute or payout. */
  readonly source_id: string | null;
  /** The amount in the currency of the balance, before the fee. Positive if it came in. */
  readonly settled_cents: number;
  readonly settled_currency: string;
  /** In the currency of the balance. A fee that the provider took is positive. */
  readonly fee_cents: number;
}

/**
 * The provider that takes the money. There are two: Stripe, and our own test checkout with the same interface. Its
 * notices arrive as signed webhooks, pass the inbox, and become events of the outbox (events.ts). An answer of this
 * interface never proves that something was paid.
 *
 * Every method throws PaymentUnavailable if the provider does not answer, and PaymentDeclined where noted.
 */
export interface PaymentGateway {
  readonly provider: 'stripe' | 'test';
  /** Opens a page for one payment. */
  openPage(page: NewPaymentPage): Promise<PaymentPage>;
  /** Opens a page on which a subscription begins with its first payment. */
  openSubscriptionPage(page: NewSubscriptionPage): Promise<PaymentPage>;
  /** Closes a page. True if it was open and nobody can pay on it any more. */
  expirePage(pageId: string): Promise<boolean>;
  /** Refunds a sum, or without one all that is left. @throws RefundTooHigh if less is left, which we may not know yet */
  refund(request: RefundRequest): Promise<Refund>;
  /** The total refunded amount of a payment. Failed refunds do not count. */
  getRefunded(paymentId: string): Promise<number>;
  /** Every movement of the balance in this period, without its end. */
  listBalanceMoves(from: Date, until: Date): Promise<BalanceMove[]>;
  getSubscription(id: string): Promise<ProviderSubscription>;
  getInvoice(id: string): Promise<ProviderInvoice>;
  /** The cost of a change today: the new price minus the unused part of the old period. A negative amount is credited to the next invoices. */
  previewChange(request: ChangeRequest): Promise<Money>;
  /** Changes at once and charges the difference. @throws PaymentDeclined if the charge fails; nothing has changed then */
  changeSubscription(request: ChangeRequest & { readonly idempotency_key: string }): Promise<ProviderSubscription>;
  /** Ends it at the end of the paid period, or undoes that. */
  setCancelAtPeriodEnd(id: string, cancels: boolean): Promise<ProviderSubscription>;
  /** Ends it now. A subscription that has already ended does not change. Nothing is refunded. */
  endSubscription(id: string): Promise<ProviderSubscription>;
  /** Opens a page on which a customer can replace the card. A failed invoice is tried again with the new card. */
  openCardPage(request: { customer_id: string; language: Language; return_url: string }): Promise<{ url: string }>;
  /**
   * Checks and reads a webhook of the provider.
   *
   * @throws NoticeRefused if the signature is not the provider's, or older than five minutes
   */
  readNotice(body: string, signature: string, now: Date): PaymentNotice;
}

/** The provider does not answer, or is overloaded. It is unknown whether the call had an effect. */
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

/** The bank declined the payment. */
export class PaymentDeclined extends Error {
  override readonly name = 'PaymentDeclined';
}
