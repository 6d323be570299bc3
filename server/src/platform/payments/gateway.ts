import type { Language } from '#contract/base.ts';
import type { PaymentNotice } from './notices.ts';

/** The ids of payments and webhook events that can be stored. A stricter format would end a list early at an id that it does not allow. */
export const PROVIDER_ID = /^\P{Cc}{1,255}$/u;

/** The purpose of a payment, set by the domain that requested it. Every event about the payment contains it. */
export interface Reference {
  /** The domain's name for its payments, such as `appointment` or `subscription`. */
  readonly kind: string;
  readonly id: string;
  /** Id of the payer. */
  readonly user_id: string;
}

export interface Money {
  readonly amount_cents: number;
  /** ISO 4217 code in lower case. */
  readonly currency: string;
}

interface AnyPage {
  readonly reference: Reference;
  readonly customer_email: string;
  readonly language: Language;
  /** Absolute URLs on our site. */
  readonly success_url: string;
  readonly cancel_url: string;
  /**
   * The time at which the page should close. The provider keeps a page open for at least 30 minutes and at most 24
   * hours. The returned page has the actual closing time.
   */
  readonly expires_at: Date;
  /** Two calls with the same key open one page. Both calls must have the same content. */
  readonly idempotency_key: string;
}

export interface NewPaymentPage extends AnyPage, Money {
  /** Text that the payer's page and bank statement show. It contains no health data. */
  readonly description: string;
}

/**
 * A recurring price, identified by `sku`, amount and currency. A price that does not exist at the provider yet is
 * created there.
 */
export interface RecurringItem extends Money {
  readonly sku: string;
  readonly name: string;
  readonly interval: 'month' | 'year';
}

export interface NewSubscriptionPage extends AnyPage {
  readonly item: RecurringItem;
  /** The customer of an earlier subscription. With this id the person stays a single customer at the provider. */
  readonly customer_id?: string | undefined;
}

export interface PaymentPage {
  readonly id: string;
  /** The address that the browser is redirected to. */
  readonly url: string;
  readonly expires_at: Date;
}

export interface RefundRequest {
  readonly payment_id: string;
  /** If absent, everything that was not refunded yet is refunded. */
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
  /** `incomplete`: the first payment is missing. `past_due`: a renewal failed and is tried again. `ended` is final. */
  readonly status: 'incomplete' | 'active' | 'past_due' | 'ended';
  readonly started_at: Date;
  readonly period_start: Date;
  readonly period_end: Date;
  /**
   * When a cancelled subscription ends: at the end of the current period, before it or after it. If it ends after the
   * period, it is renewed until then. Null if the subscription is not cancelled.
   */
  readonly cancel_at: Date | null;
  readonly ended_at: Date | null;
  /** Id of the invoice of a failed renewal. Null if no renewal failed. */
  readonly owed_invoice_id: string | null;
}

export interface ProviderInvoice extends Money {
  readonly id: string;
  readonly subscription_id: string | null;
  readonly reference: Reference | null;
  readonly is_paid: boolean;
  /** Null while the invoice is unpaid, and if nothing was due. */
  readonly payment_id: string | null;
  readonly paid_at: Date | null;
  readonly reason: 'started' | 'renewed' | 'changed';
  readonly period_start: Date;
  readonly period_end: Date;
  readonly lines: readonly { readonly description: string; readonly amount_cents: number }[];
  /** Number of attempts to charge the invoice until now. `next_attempt_at` is null if no attempt follows. */
  readonly attempts: number;
  readonly next_attempt_at: Date | null;
  /** The page where the payer confirms the payment, if the bank requires it. */
  readonly confirm_url: string | null;
}

export interface ChangeRequest {
  readonly subscription_id: string;
  readonly item: RecurringItem;
  /** The moment from which the new price applies. It is the same moment as in the preview that the person agreed to. */
  readonly at: Date;
  /** True if the change withdraws a scheduled end. Otherwise a scheduled end stays. */
  readonly resumes?: boolean | undefined;
}

export interface ChangeMade extends ChangeRequest {
  readonly idempotency_key: string;
}

/**
 * A correction of a customer's credit after a refund. A positive amount is credit that the customer got again. A
 * negative amount is credit that was withdrawn.
 */
export interface CreditCorrection extends Money {
  readonly id: string;
}

/**
 * What the payer of a subscription got back: everything after a withdrawal, credit included. Otherwise only money from
 * the bank or from an administrator. `cents` is the sum of the payments that were returned completely.
 * `uncovered_cents`, at most `cents`, is the part of it that must not remain as credit, because no other payment covers
 * it. A refund that failed or a dispute that was won after all no longer counts.
 */
export type Returned = 'everything' | { readonly cents: number; readonly uncovered_cents: number };

/** A movement of our balance at the provider. */
export interface BalanceMove extends Money {
  readonly id: string;
  /**
   * `dispute`: money taken or returned by a bank. `fee`: a fee that belongs to no payment. `other`: a kind that we do
   * not know.
   */
  readonly kind: 'payment' | 'refund' | 'dispute' | 'fee' | 'payout' | 'other';
  readonly at: Date;
  readonly payment_id: string | null;
  /** Id of the charge, refund, dispute or payout. */
  readonly source_id: string | null;
  /** Amount in the currency of the balance, before the fee. It is positive if our balance grew. */
  readonly settled_cents: number;
  readonly settled_currency: string;
  /** Fee in the currency of the balance. It is positive if the provider took the fee. */
  readonly fee_cents: number;
}

/**
 * The payment provider. There are two implementations: Stripe, and our own test checkout. The provider's webhook events
 * are signed, are stored in the inbox, and become events of the outbox (events.ts). Only a webhook event proves that
 * something was paid; a return value of this interface does not.
 *
 * Every method throws PaymentUnavailable if the provider does not respond, and PaymentDeclined where noted.
 */
export interface PaymentGateway {
  readonly provider: 'stripe' | 'test';
  /** Opens a page for one payment. */
  openPage(page: NewPaymentPage): Promise<PaymentPage>;
  /**
   * Opens a page on which a subscription begins with its first payment.
   *
   * @throws CustomerGone if the given customer was deleted
   */
  openSubscriptionPage(page: NewSubscriptionPage): Promise<PaymentPage>;
  /**
   * Closes a page. Returns true if the page is closed without a payment, even if it was closed before. Returns false if
   * the page was paid.
   */
  expirePage(pageId: string): Promise<boolean>;
  /**
   * Refunds an amount, or without an amount everything that was not refunded yet.
   *
   * @throws RefundTooHigh if less than this amount can still be refunded; the webhook event of an earlier refund may
   * not have arrived yet
   */
  refund(request: RefundRequest): Promise<Refund>;
  /** Returns the refunded total of a payment, without failed refunds. */
  getRefunded(paymentId: string): Promise<number>;
  /** Lists every movement of the balance from `from` (inclusive) to `until` (exclusive). */
  listBalanceMoves(from: Date, until: Date): Promise<BalanceMove[]>;
  getSubscription(id: string): Promise<ProviderSubscription>;
  getInvoice(id: string): Promise<ProviderInvoice>;
  /**
   * Returns the cost of a change to another subscription plan: the new price minus the price of the unused part of the
   * old period, minus the customer's credit. If both plans have the same interval, the new price is only for the rest of
   * the period. A negative amount is credited to the next invoices.
   */
  previewChange(request: ChangeRequest): Promise<Money>;
  /**
   * Changes the plan of the subscription at once and charges the difference.
   *
   * @throws PaymentDeclined if the charge fails; the plan has not changed then
   * @throws ConfirmationNeeded if the bank wants the payer to confirm the charge; the plan has not changed then
   */
  changeSubscription(request: ChangeMade): Promise<ProviderSubscription>;
  /**
   * Schedules the end of the subscription for the end of its paid period if `cancels` is true. Otherwise withdraws a
   * scheduled end.
   */
  setCancelAtPeriodEnd(id: string, cancels: boolean): Promise<ProviderSubscription>;
  /**
   * Ends the subscription now, so that its unpaid invoices can no longer be paid. A subscription that has already ended
   * does not change. Nothing is refunded.
   */
  endSubscription(id: string): Promise<ProviderSubscription>;
  /**
   * Corrects the customer's credit after the payments of this subscription were returned. Returns all corrections that
   * were made for this subscription. A second call makes no second correction.
   *
   * - After a withdrawal (`everything`), the customer has the credit that the customer would have without this
   *   subscription. Credit that changes of the subscription left is withdrawn, and earlier credit that paid for the
   *   subscription becomes credit again.
   * - After a return of payments, credit that changes of the subscription left is withdrawn, because the returned money
   *   included it. Credit from earlier subscriptions is not deducted from it. At most `uncovered_cents` are withdrawn.
   *   Credit that paid for the subscription stays used.
   * - If more was withdrawn after such a return than is still returned, the difference becomes credit again. Another
   *   payment alone changes nothing. Credit that was withdrawn before or after a withdrawal from the contract stays
   *   withdrawn.
   *
   * Never more than the customer's credit is withdrawn, even if an invoice uses the credit during the call: the customer
   * must not owe anything. Credit that later invoices of the same subscription used does not count as left.
   *
   * @throws CustomerGone if the customer was deleted
   */
  restoreCredit(subscriptionId: string, returned: Returned): Promise<readonly CreditCorrection[]>;
  /** Opens a page on which a customer can replace the card. A failed invoice is tried again with the new card. */
  openCardPage(request: { customer_id: string; language: Language; return_url: string }): Promise<{ url: string }>;
  /**
   * Checks and translates a webhook of the provider.
   *
   * @throws NoticeRefused if the signature is not the provider's or is older than five minutes, or if the webhook
   * cannot be read
   */
  readNotice(body: string, signature: string, now: Date): PaymentNotice;
}

/** The provider does not respond, or is overloaded. It is unknown whether the call had an effect. */
export class PaymentUnavailable extends Error {
  override readonly name = 'PaymentUnavailable';
}

/** The refund is higher than the amount that was not refunded yet. */
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

/** The bank wants the payer to confirm the payment (3-D Secure). Nothing was charged. */
export class ConfirmationNeeded extends Error {
  override readonly name = 'ConfirmationNeeded';
}

/** The customer was deleted at the provider, with all credit. */
export class CustomerGone extends Error {
  override readonly name = 'CustomerGone';

  constructor(options?: ErrorOptions) {
    super('the customer was deleted at the payment provider', options);
  }
}
