import type * as z from 'zod';
import { CURRENCY, type billing as contract, priceCents, type Sku } from '#contract/billing.ts';
import { findUser, pageUrl, admit } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import type { Caller, SignedIn } from '#server/platform/http/caller.ts';
import { CustomerGone, PaymentUnavailable } from '#server/platform/payments/gateway.ts';
import { siteLanguage } from '#server/platform/site-language.ts';
import { type Checkout, expire, findOpen, insert, setPage } from './checkouts.queries.ts';
import { cleanRegion } from './experiment.ts';
import { itemOf } from './item-of.ts';
import { isHeld } from './payment-hold.ts';
import { reachProvider } from './reach-provider.ts';
import { settleCredit } from './restore-credit.ts';
import { findLiving, findNewest } from './subscriptions.queries.ts';

export type CheckoutStart = z.output<NonNullable<(typeof contract.startCheckout)['~orpc']['inputSchema']>>;

/** Milliseconds after which a payment page is no longer used. The next click makes a new page. */
const PAGE_LIFE_MS = 23 * 3_600_000;
/** A page that ends in less than this number of milliseconds leaves too little time to pay. */
const TOO_SHORT_MS = 5 * 60_000;

/**
 * Returns the URL that a plan's button opens. A visitor goes to sign-up and then returns. A person with a payment hold
 * goes to the dashboard, and a member to the page that changes the plan. Anyone else goes to their one open payment
 * page. The amount and the currency in the browser's request are ignored.
 */
export async function startCheckout(ctx: Context, caller: Caller, start: CheckoutStart): Promise<{ url: string }> {
  const language = start.language ?? caller.language;
  const ours = (path: string) => pageUrl(ctx, language, path);
  if (caller.kind !== 'user') {
    const back = new URL(ours(`/checkout?${queryOf(start)}`));
    return { url: ours(`/login?mode=signup&return=${encodeURIComponent(back.pathname + back.search)}`) };
  }
  await admit(ctx, caller, 'patient');
  const patient = caller;
  return { url: await reachProvider(() => openPage(ctx, patient, start)) };
}

const queryOf = ({ sku, variant, region }: CheckoutStart): URLSearchParams =>
  new URLSearchParams({ sku, ...(variant && { variant }), region });

async function openPage(ctx: Context, patient: SignedIn, start: CheckoutStart): Promise<string> {
  const ours = (path: string) => pageUrl(ctx, start.language ?? patient.language, path);
  // A doctor must talk with this person before any payment. The dashboard tells the person so.
  if (await withSystem(ctx.system, (tx) => isHeld(tx, patient.userId))) return ours('/dashboard');
  if (await withSystem(ctx.system, (tx) => findLiving(tx, patient.userId)))
    return ours(`/account/membership?change=${start.sku}`);
  const checkout = await theOpenOne(ctx, patient.userId, start);
  if (checkout.sku !== start.sku || isOver(ctx, checkout)) {
    // If the page cannot be closed, it was paid a moment ago in another window. The person must not pay again.
    const isClosed = checkout.page_id === null || (await ctx.payments.expirePage(checkout.page_id));
    if (!isClosed) return ours(`/thank-you?checkout=${checkout.id}`);
    await withSystem(ctx.system, (tx) => expire(tx, checkout.id));
    return openPage(ctx, patient, start);
  }
  return checkout.page_url ?? (await makePage(ctx, patient, checkout, start));
}

const isOver = ({ clock }: Context, { page_id, expires_at }: Checkout): boolean =>
  page_id !== null && expires_at.getTime() - clock.now().getTime() < TOO_SHORT_MS;

/** Returns the person's open checkout. There is only one row, even after fifty simultaneous clicks. */
async function theOpenOne({ system, clock }: Context, user_id: string, start: CheckoutStart): Promise<Checkout> {
  const now = clock.now();
  return withSystem(system, async (tx) => {
    const row = {
      user_id,
      sku: start.sku,
      amount_cents: priceCents(start.sku),
      currency: CURRENCY,
      variant: start.variant ?? null,
      region: cleanRegion(start.region),
      created_at: now,
      expires_at: new Date(now.getTime() + PAGE_LIFE_MS),
    };
    const checkout = (await findOpen(tx, user_id)) ?? (await insert(tx, row)) ?? (await findOpen(tx, user_id));
    if (!checkout) throw new Error('a checkout was closed in the moment it was looked for');
    return checkout;
  });
}

/**
 * Returns the provider's customer id from the person's earlier subscription, so that credit from this subscription pays
 * for the next one. The credit is corrected first: credit whose payment was returned must not pay for another plan.
 * Credit that paid for the earlier subscription is given back only after a withdrawal. After a lost dispute or a refund
 * by an administrator, the person has used the plan. If the correction shows that the customer was deleted at the
 * provider, the function returns undefined, and the provider makes a new customer.
 *
 * @throws PaymentUnavailable if credit must be withdrawn and cannot be
 */
async function findCustomer(ctx: Context, userId: string): Promise<string | undefined> {
  const row = await withSystem(ctx.system, (tx) => findNewest(tx, userId));
  if (!row) return undefined;
  try {
    if ((await settleCredit(ctx, row.provider_id)).has(row.customer_id)) return undefined;
  } catch (error) {
    // If credit is only missing, the outbox gives it to this customer later.
    if (error instanceof PaymentUnavailable) throw error;
  }
  return row.customer_id;
}

/**
 * Opens the payment page of a checkout. No lock is held during the call to the provider, because the idempotency key
 * gives all simultaneous calls the same page. If the customer was deleted at the provider, the page is opened for a new
 * customer. Stripe refuses a known key with other parameters, so the key contains the customer.
 */
async function makePage(ctx: Context, patient: SignedIn, checkout: Checkout, start: CheckoutStart): Promise<string> {
  const user = await findUser(ctx.db, patient.userId);
  const customer_id = await findCustomer(ctx, patient.userId);
  const language = start.language ?? patient.language;
  const ours = (path: string) => pageUrl(ctx, language, path);
  const openFor = (customer?: string) =>
    ctx.payments.openSubscriptionPage({
      reference: { kind: 'subscription', id: checkout.id, user_id: patient.userId },
      item: itemOf(checkout.sku as Sku),
      customer_email: user?.email ?? '',
      customer_id: customer,
      language: siteLanguage(language),
      success_url: ours(`/thank-you?checkout=${checkout.id}`),
      cancel_url: ours('/pricing'),
      expires_at: checkout.expires_at,
      idempotency_key: customer ? `${checkout.id}:${customer}` : checkout.id,
    });
  const page = await openFor(customer_id).catch((error: unknown) => {
    if (!(error instanceof CustomerGone)) throw error;
    ctx.log.error({ checkout: checkout.id }, 'the customer of an earlier subscription was deleted');
    return openFor();
  });
  const isOpen = await withSystem(ctx.system, (tx) => setPage(tx, checkout.id, page));
  if (isOpen && !(await withSystem(ctx.system, (tx) => isHeld(tx, patient.userId)))) return page.url;
  // In the meantime, a payment hold began, or the checkout was closed because the person has chosen another plan in
  // another window.
  await ctx.payments.expirePage(page.id);
  return openPage(ctx, patient, start);
}
