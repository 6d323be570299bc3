import * as z from 'zod';
import { EXPORT_TOO_LONG, Id, Instant, Language, Plan, procedure, rpc, text } from './base.ts';

/** Prices in whole euros a month. A year costs twelve months less 15 %. Only `annualPrice` rounds that amount. */
export const PlanPrices: Record<Plan, number> = { free: 0, essential: 143, plus: 189, elite: 290 };
export const ANNUAL_DISCOUNT = 0.15;
export const annualPrice = (plan: Plan): number => Math.round(PlanPrices[plan] * 12 * (1 - ANNUAL_DISCOUNT));

export const Cycles = ['monthly', 'annual'] as const;
export const Cycle = z.enum(Cycles);
export type Cycle = z.infer<typeof Cycle>;

export const PaidPlans = ['essential', 'plus', 'elite'] as const;
export type PaidPlan = (typeof PaidPlans)[number];

/** An item for sale: a plan with its cycle. */
export const Skus = [
  'essential_monthly',
  'essential_annual',
  'plus_monthly',
  'plus_annual',
  'elite_monthly',
  'elite_annual',
] as const;
export const Sku = z.enum(Skus);
export type Sku = z.infer<typeof Sku>;
export const skuOf = (plan: PaidPlan, cycle: Cycle): Sku => `${plan}_${cycle}`;
export const partsOf = (sku: Sku): { plan: PaidPlan; cycle: Cycle } => {
  const [plan, cycle] = sku.split('_') as [PaidPlan, Cycle];
  return { plan, cycle };
};
export const CURRENCY = 'eur';
/** Returns the price of a sku for one period (a month or a year), in euro cents. */
export const priceCents = (sku: Sku): number => {
  const { plan, cycle } = partsOf(sku);
  return 100 * (cycle === 'annual' ? annualPrice(plan) : PlanPrices[plan]);
};

/** Days after the first payment within which a customer can request a full refund. */
export const REFUND_DAYS = 30;

/** The variants of the experiment on the plans page. Each variant is equally likely. */
export const Variants = ['A', 'B', 'C'] as const;
export const Variant = z.enum(Variants);
export type Variant = z.infer<typeof Variant>;
export const DEFAULT_REGION = 'Global';
const Region = z.string().trim().max(60).default(DEFAULT_REGION);

export const billingRefusals = {
  /** The caller has no subscription that this call could change. */
  NO_SUBSCRIPTION: { status: 409 },
  /** The subscription already has this plan. */
  SAME_PLAN: { status: 409 },
  /** The caller agreed to a price that is not the current one. */
  PRICE_CHANGED: { status: 409 },
  /**
   * The change would withdraw the cancellation of the subscription, and the call lacks `resumes`. With `resumes`, a
   * page confirms that it told the person about this.
   */
  CHANGE_RESUMES: { status: 409 },
  /** The bank declined the payment, and nothing has changed. */
  PAYMENT_DECLINED: { status: 402 },
  /** The bank wants the payer to confirm the payment, which is not possible here. Nothing has changed. */
  PAYMENT_TO_CONFIRM: { status: 402 },
  /** A doctor must talk with the patient before any payment. */
  TALK_FIRST: { status: 409 },
  /** A renewal is unpaid. The person must first update the card. */
  PAYMENT_OWED: { status: 409 },
  /** The period for requesting a refund has passed. */
  REFUND_TOO_LATE: { status: 409 },
  /** The refund is higher than the part of the payment that is not refunded yet, which is `left_cents`. */
  REFUND_TOO_HIGH: { status: 409, data: z.object({ left_cents: z.number().int() }) },
  /**
   * The payer disputes the payment at the bank. We refuse the refund, because the payer would get the money twice if
   * the bank also returned it.
   */
  PAYMENT_DISPUTED: { status: 409 },
  /** The payment provider does not answer. */
  PAYMENT_UNAVAILABLE: { status: 503 },
} as const;
const { NO_SUBSCRIPTION, TALK_FIRST, SAME_PLAN, PRICE_CHANGED, CHANGE_RESUMES } = billingRefusals;
const { PAYMENT_DECLINED, PAYMENT_TO_CONFIRM, PAYMENT_OWED } = billingRefusals;
const { REFUND_TOO_LATE, REFUND_TOO_HIGH, PAYMENT_DISPUTED, PAYMENT_UNAVAILABLE } = billingRefusals;

const Cents = z.number().int();
export const SubscriptionStates = ['active', 'past_due', 'ended'] as const;

export const Subscription = z.object({
  plan: Plan,
  cycle: Cycle,
  amount_cents: Cents,
  currency: z.string(),
  status: z.enum(SubscriptionStates),
  started_at: Instant,
  /** The end of the paid period. At this time the subscription is renewed, or ends if it was cancelled. */
  period_end: Instant,
  /**
   * When a cancelled subscription ends. Null: not cancelled. If this time is after `period_end`, the subscription is
   * still renewed before it ends.
   */
  cancel_at: Instant.nullable(),
  /** The time of the next attempt to charge the card after a failed renewal. Null: no attempt follows. */
  next_attempt_at: Instant.nullable(),
  /**
   * The provider's page on which the payer confirms a renewal, if the bank requires it. Null for a payer with whom a
   * doctor must talk before any payment.
   */
  confirm_url: z.url().nullable(),
  ended_at: Instant.nullable(),
});
export type Subscription = z.infer<typeof Subscription>;

export const Invoice = z.object({
  id: Id,
  number: z.string(),
  kind: z.enum(['invoice', 'credit_note']),
  amount_cents: Cents,
  currency: z.string(),
  issued_at: Instant,
});
export type Invoice = z.infer<typeof Invoice>;

/**
 * The benefits of a plan. `simulations` is the number of simulations in any twelve months. On the free plan it is the
 * total number of simulations. After a doctor has signed a simulation, the patient can request a new version. Such a
 * request is a redo.
 */
export const Entitlements = z.object({
  simulations: z.number().int(),
  redos: z.number().int(),
  delivery_hours: z.number().int(),
  has_feedback: z.boolean(),
  has_direct_doctor_access: z.boolean(),
  /** True: the person may read and join communities for paying members. */
  has_members_communities: z.boolean(),
  /** True: the person may use the exclusive view, which shows only paid and elite_only communities. */
  has_exclusive_view: z.boolean(),
  has_full_face: z.boolean(),
  /** Number of benefits in the plan besides simulations. get_my_benefits returns the state of each benefit. */
  extras: z.number().int(),
});

export const Membership = z.object({
  plan: Plan,
  member_since: Instant,
  entitlements: Entitlements,
  /** True: a doctor must talk with the person before any payment. */
  talk_first: z.boolean(),
  /** The running subscription, or else the last subscription that ended. */
  subscription: Subscription.nullable(),
  invoices: z.array(Invoice),
  /**
   * The amount that a customer who withdraws now gets back on the card, and the last moment to withdraw. The amount is 0
   * if nothing can be refunded now, for instance while the payment is disputed. `credit_cents` is the amount that
   * becomes credit again, because credit from an earlier plan paid it. Null: it is too late to withdraw.
   */
  refund: z.object({ amount_cents: Cents, credit_cents: Cents, currency: z.string(), until: Instant }).nullable(),
  /**
   * True: the caller's pages must not show the medicines, or the discounts, of the plans. This is the case if the
   * `lawful` wording applies and the rules of the region forbid showing them.
   */
  plan_wording: z.object({ hides_medicines: z.boolean(), hides_discounts: z.boolean() }),
});
export type Membership = z.infer<typeof Membership>;

/**
 * paid: the plan is active. pending: the provider has not confirmed the payment yet. not_started: nothing was charged.
 */
export const CheckoutState = z.object({
  state: z.enum(['paid', 'pending', 'not_started']),
  plan: Plan.nullable(),
  cycle: Cycle.nullable(),
  amount_cents: Cents.nullable(),
  currency: z.string().nullable(),
});
export type CheckoutState = z.infer<typeof CheckoutState>;

export const PlanChange = z.object({
  /** The moment for which the price is computed. The call that changes the plan must send the same value. */
  at: Instant,
  /** Cents due now. A negative amount is credited to later invoices. */
  due_cents: Cents,
  currency: z.string(),
  /** True: the subscription is cancelled, and the change withdraws the cancellation. */
  resumes: z.boolean(),
});
export type PlanChange = z.infer<typeof PlanChange>;

const Day = z.iso.date().optional();
export const PaymentFilter = z.object({
  search: z.string().trim().max(200).default(''),
  /** The first and last day of the payments in Paris, both included. */
  from: Day,
  to: Day,
});
export type PaymentFilter = z.infer<typeof PaymentFilter>;
/**
 * Statuses of a dispute at the bank. needs_response: the bank waits for our answer. under_review: the bank decides.
 * closed: the dispute ended without a decision.
 */
export const DisputeStatuses = ['needs_response', 'under_review', 'won', 'lost', 'closed'] as const;
export const PaymentDispute = z.object({
  id: z.string(),
  status: z.enum(DisputeStatuses),
  amount_cents: Cents,
  currency: z.string(),
  evidence_due_at: Instant.nullable(),
});
export type PaymentDispute = z.infer<typeof PaymentDispute>;

export const AdminPayment = z.object({
  id: z.string(),
  reference_kind: z.string(),
  user_id: Id.nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  amount_cents: Cents,
  refunded_cents: Cents,
  currency: z.string(),
  paid_at: Instant,
  /** The newest dispute of this payment. */
  dispute: PaymentDispute.nullable(),
  /** Cents lost in disputes. */
  lost_cents: Cents,
  /** Cents that can still be refunded. Refunds that are ordered but not made yet are subtracted. */
  left_cents: Cents,
  /** The reason why the last refund failed. Null: it did not fail. */
  refund_failure: z.string().nullable(),
});
export type AdminPayment = z.infer<typeof AdminPayment>;

export const AdminSubscription = Subscription.extend({
  id: Id,
  user_id: Id.nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
});
export type AdminSubscription = z.infer<typeof AdminSubscription>;

export const PaymentNoticeFault = z.object({
  id: z.string(),
  kind: z.string(),
  received_at: Instant,
  attempts: z.number().int(),
  last_error: z.string().nullable(),
});
export type PaymentNoticeFault = z.infer<typeof PaymentNoticeFault>;
/** The highest number of counts of rejected notices that the screen shows. Each count is for one day and one reason. */
export const REFUSALS_SHOWN = 60;

export const VariantCount = z.object({
  variant: Variant,
  exposures: z.number().int(),
  conversions: z.number().int(),
  rate: z.number(),
  /**
   * Comparison with variant A: the difference of the rates, its 95 % interval, and the p-value of a two-sided test.
   * Null for variant A itself, and if there are too few people.
   */
  against_a: z.object({ difference: z.number(), low: z.number(), high: z.number(), p: z.number() }).nullable(),
});
export type VariantCount = z.infer<typeof VariantCount>;

const page = {
  limit: z.number().int().min(1).max(500).default(100),
  /** The value of `next` from the previous page. */
  after: z.string().max(400).nullish(),
  /**
   * Browser pages of an earlier release send 0 here for the first rows. Their request for further rows has another
   * `offset` and is refused, because this API would return the first rows again.
   */
  offset: z.literal(0).optional(),
};
/** The value of `after` for the next page. Null: this is the last page. */
const next = z.string().nullable();

export const billing = {
  startCheckout: procedure('visitor')
    .route({
      method: 'POST',
      path: '/api/checkout/start',
      tags: ['billing'],
      summary: 'Open the payment page of a plan',
    })
    .errors({ PAYMENT_UNAVAILABLE })
    .input(
      z.object({
        sku: Sku,
        type: z.literal('subscription'),
        cycle: Cycle,
        /** The server ignores `amount` and `currency`, because it computes the price from the sku. */
        amount: z.number(),
        currency: z.string().max(3),
        variant: Variant.optional(),
        region: Region,
        /** Language of the page. The default is the language of the account. */
        language: Language.optional(),
      }),
    )
    .output(z.object({ url: z.string() })),
  countExposure: rpc('count_exposure', 'visitor', 'billing', 'Count that a browser saw a variant of the plans page')
    .input(z.object({ variant: Variant, region: Region }))
    .output(z.object({ counted: z.boolean() })),
  getCheckout: rpc('get_checkout', 'signedIn', 'billing', 'Return the result of a checkout')
    .input(z.object({ checkout_id: Id }))
    .output(CheckoutState),
  getMyMembership: rpc(
    'get_my_membership',
    'signedIn',
    'billing',
    'Return the caller’s plan, subscription and invoices',
  ).output(Membership),
  previewPlanChange: rpc(
    'preview_plan_change',
    'patient',
    'billing',
    'Return what a change to another plan would cost today',
  )
    .errors({ NO_SUBSCRIPTION, TALK_FIRST, SAME_PLAN, PAYMENT_OWED, PAYMENT_UNAVAILABLE })
    .input(z.object({ sku: Sku }))
    .output(PlanChange),
  changePlan: rpc('change_plan', 'patient', 'billing', 'Change the plan at the price that was shown')
    .errors({
      NO_SUBSCRIPTION,
      TALK_FIRST,
      SAME_PLAN,
      PRICE_CHANGED,
      CHANGE_RESUMES,
      PAYMENT_DECLINED,
      PAYMENT_TO_CONFIRM,
      PAYMENT_OWED,
      PAYMENT_UNAVAILABLE,
    })
    .input(
      z.object({
        sku: Sku,
        at: Instant,
        due_cents: Cents,
        /** True: the page showed the person that the change withdraws the cancellation. */
        resumes: z.boolean().default(false),
        idempotency_key: Id,
      }),
    )
    .output(Membership),
  cancelSubscription: rpc('cancel_subscription', 'patient', 'billing', 'End the subscription when the paid period ends')
    .errors({ NO_SUBSCRIPTION, PAYMENT_UNAVAILABLE })
    .output(Membership),
  resumeSubscription: rpc('resume_subscription', 'patient', 'billing', 'Withdraw the cancellation of the subscription')
    .errors({ NO_SUBSCRIPTION, TALK_FIRST, PAYMENT_UNAVAILABLE })
    .output(Membership),
  openCardPage: rpc('open_card_page', 'patient', 'billing', 'Open the page on which the caller can replace the card')
    .errors({ NO_SUBSCRIPTION, TALK_FIRST, PAYMENT_UNAVAILABLE })
    // Language of the page. The default is the language of the account.
    .input(z.object({ language: Language.optional() }))
    .output(z.object({ url: z.string() })),
  requestRefund: rpc(
    'request_refund',
    'patient',
    'billing',
    'Refund all payments within 30 days of the first one, and end the subscription',
  )
    .errors({ NO_SUBSCRIPTION, REFUND_TOO_LATE, PAYMENT_UNAVAILABLE })
    .output(Membership),
  getInvoicePdf: rpc('get_invoice_pdf', 'signedIn', 'billing', 'Return an invoice or a credit note as a PDF')
    .input(z.object({ invoice_id: Id }))
    .output(z.file()),

  adminListPayments: rpc('admin_list_payments', 'admin', 'billing', 'List payments with their totals, newest first')
    .input(PaymentFilter.extend(page))
    .output(
      z.object({
        total: z.number().int(),
        payments: z.array(AdminPayment),
        next,
        /** Sums over all payments that match the filter. Each currency has its own entry. */
        sums: z.array(
          z.object({
            currency: z.string(),
            paid_cents: z.number().int(),
            refunded_cents: z.number().int(),
            /** `disputed_cents`: cents in open disputes. `lost_cents`: cents lost in disputes. */
            disputed_cents: z.number().int(),
            lost_cents: z.number().int(),
          }),
        ),
        /** Number of open disputes, regardless of the filter. */
        open_disputes: z.number().int(),
      }),
    ),
  adminExportPayments: rpc(
    'admin_export_payments',
    'admin',
    'billing',
    'Export the payments that match a filter as a CSV file. The export is logged',
  )
    .errors({ EXPORT_TOO_LONG })
    .input(PaymentFilter)
    .output(z.file()),
  adminRefundPayment: rpc('admin_refund_payment', 'admin', 'billing', 'Refund a payment, in full or in part')
    .errors({ REFUND_TOO_HIGH, PAYMENT_DISPUTED, PAYMENT_UNAVAILABLE })
    .input(
      z.object({
        payment_id: z.string().min(1).max(255),
        amount_cents: Cents.min(1).max(100_000_000),
        reason: text(500),
        idempotency_key: Id,
      }),
    )
    .output(AdminPayment),
  adminListSubscriptions: rpc('admin_list_subscriptions', 'admin', 'billing', 'List subscriptions, newest first')
    .input(z.object({ status: z.enum(SubscriptionStates).optional(), ...page }))
    .output(z.object({ total: z.number().int(), subscriptions: z.array(AdminSubscription), next })),
  adminListPaymentFaults: rpc(
    'admin_list_payment_faults',
    'admin',
    'billing',
    'List the provider’s notices that failed or were refused, newest first',
  )
    .input(z.object({ limit: page.limit, after: page.after }))
    .output(
      z.object({
        notices: z.array(PaymentNoticeFault),
        next,
        /** The newest counts only. They are the same on every page. */
        refusals: z
          .array(
            z.object({ day: z.iso.date(), reason: z.enum(['forged', 'late', 'unreadable']), count: z.number().int() }),
          )
          .max(REFUSALS_SHOWN),
      }),
    ),
  adminRetryPaymentNotice: rpc(
    'admin_retry_payment_notice',
    'admin',
    'billing',
    'Process a notice of the provider again',
  )
    .input(z.object({ notice_id: z.string().min(1).max(255) }))
    .output(z.object({ asked: z.boolean() })),
  adminGetExperiment: rpc(
    'admin_get_experiment',
    'admin',
    'billing',
    'Return exposures and conversions of the experiment on the plans page',
  )
    .input(z.object({ region: z.string().max(60).optional() }))
    .output(z.object({ regions: z.array(z.string()), variants: z.array(VariantCount) })),
};
