import type { ShareProblems, ShareStatement } from '#contract/shares.ts';
import type { AuditKind } from '#contract/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff, withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { move, type Posting, post } from '#server/platform/ledger/post.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import { bookSale } from './book-sale.ts';
import { findProvider, lockProvider } from './providers.queries.ts';
import * as queries from './shares.queries.ts';

const DAY_MS = 86_400_000;
/** The highest number of days by which a payment may be backdated. */
const LATE_DAYS = 366;

export const refuseShare = (problem: (typeof ShareProblems)[number]) => new Refusal('SHARE_REFUSED', { problem });

export const listShares = (ctx: Context, { userId }: SignedIn) =>
  withStaff(ctx.db, userId, async (tx) => ({
    providers: await queries.sumOwed(tx),
    missing: await queries.listMissing(tx),
  }));

export interface Asked extends queries.Party {
  /** A month as YYYY-MM. */
  readonly month: string;
}

export const getShareStatement = (ctx: Context, { userId }: SignedIn, asked: Asked): Promise<ShareStatement> =>
  withStaff(ctx.db, userId, async (tx) => {
    const provider = await findProvider(tx, asked.provider_id);
    if (!provider) throw new Refusal('NOT_FOUND');
    return {
      ...asked,
      ...(await statementOf(tx, asked)),
      name: provider.name,
      open_cents: await queries.sumOpen(tx, asked),
      months: await queries.listMonths(tx, asked),
      is_over: isOver(ctx, asked.month),
    };
  });

/** Returns a practitioner's statement of one month, with its sums. */
export async function statementOf(tx: Tx, asked: Asked) {
  const read = await queries.readMonth(tx, asked, asked.month);
  const earned_cents = read.bookings.reduce((sum, one) => sum + one.share_cents + one.refunded_cents, 0);
  const paid_cents = read.payments.reduce((sum, one) => sum + one.amount_cents, 0);
  return { ...read, earned_cents, paid_cents, closing_cents: read.opening_cents + earned_cents - paid_cents };
}

const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', dateStyle: 'short' });

/** Returns whether the month is over in Paris. */
export const isOver = ({ clock }: Pick<Context, 'clock'>, month: string): boolean =>
  month < dayFormat.format(clock.now()).slice(0, 7);

export interface SharePayment extends queries.Party {
  readonly amount_cents: number;
  readonly paid_on: string;
  readonly reference: string;
  readonly idempotency_key: string;
}

/**
 * Records a payment from our bank to a practitioner. The provider is locked, so that two administrators cannot pay the
 * same share.
 */
export const payShare = (ctx: Context, admin: SignedIn, { idempotency_key, ...order }: SharePayment) =>
  withSystem(ctx.system, async (tx) => {
    const { provider_id, currency, amount_cents, paid_on, reference } = order;
    checkDay(ctx, paid_on);
    if (!(await lockProvider(tx, provider_id))) throw new Refusal('NOT_FOUND');
    const key = `share_paid:${idempotency_key}`;
    const known = await queries.findShareEntry(tx, key);
    const open_cents = await queries.sumOpen(tx, order);
    if (known) {
      const isSame =
        known.provider_id === provider_id &&
        known.currency === currency &&
        known.amount_cents === amount_cents &&
        known.document === reference &&
        known.day === paid_on;
      if (!isSame) throw invalidInput({ idempotency_key: ['reused'] });
      return { open_cents };
    }
    if (amount_cents > open_cents) throw refuseShare('more_than_open');
    // At noon UTC it is the same day in Paris.
    const at = new Date(`${paid_on}T12:00:00Z`);
    await postPayment(tx, { key, at, document: reference, ...order });
    await record(ctx, tx, admin, 'share.paid', `provider:${provider_id}`, { amount_cents, currency, paid_on });
    return { open_cents: open_cents - amount_cents };
  });

function checkDay({ clock }: Context, day: string): void {
  const now = clock.now();
  if (day > dayFormat.format(now)) throw invalidInput({ paid_on: ['in_future'] });
  if (day < dayFormat.format(new Date(now.getTime() - LATE_DAYS * DAY_MS)))
    throw invalidInput({ paid_on: ['too_early'] });
}

/**
 * Undoes a payment that was recorded by mistake. An opposite entry with today's date is added, and the first entry
 * stays in the books.
 */
export const undoSharePayment = (ctx: Context, admin: SignedIn, entryId: number) =>
  withSystem(ctx.system, async (tx) => {
    const paid = await queries.findSharePayment(tx, entryId);
    if (!paid) throw new Refusal('NOT_FOUND');
    const { provider_id, currency, document } = paid;
    await lockProvider(tx, provider_id);
    const amount_cents = -paid.amount_cents;
    const entry = { key: `share_unpaid:${entryId}`, at: ctx.clock.now(), document };
    if (!(await postPayment(tx, { ...entry, provider_id, currency, amount_cents }))) throw refuseShare('undone');
    await record(ctx, tx, admin, 'share.unpaid', `provider:${provider_id}`, { amount_cents, currency, entry: entryId });
    return { open_cents: await queries.sumOpen(tx, { provider_id, currency }) };
  });

interface BankEntry extends queries.Party {
  readonly key: string;
  readonly at: Date;
  readonly document: string;
  readonly amount_cents: number;
}

const postPayment = (tx: Tx, { key, at, document, provider_id, currency, amount_cents }: BankEntry) =>
  post(tx, {
    key,
    kind: 'share_paid',
    journal: 'BQ',
    at,
    payment_id: null,
    document,
    postings: move(amount_cents, currency, { from: 'bank', to: 'practitioners' }).map(
      (posting): Posting => (posting.account === 'practitioners' ? { ...posting, party: provider_id } : posting),
    ),
  });

/**
 * Sets the practitioner's share of the price if the offer for the appointment named none. Every refund reduces the
 * share in proportion, whether the refund was made before or after this call. The ledger gets the reduced share.
 */
export const setShare = (
  ctx: Context,
  admin: SignedIn,
  { payment_id, share_cents }: { payment_id: string; share_cents: number },
) =>
  withSystem(ctx.system, async (tx) => {
    const payment = await tx
      .selectFrom('appointment_payments')
      .select(['offer_id', 'amount_cents'])
      .where('payment_id', '=', payment_id)
      .where('outcome', '=', 'confirmed')
      .forUpdate()
      .executeTakeFirst();
    if (!payment) throw new Refusal('NOT_FOUND');
    if (share_cents > payment.amount_cents) throw refuseShare('above_price');
    const set = await tx
      .updateTable('appointment_offers')
      .set({ provider_price_cents: share_cents })
      .where('id', '=', payment.offer_id)
      .where('provider_price_cents', 'is', null)
      .executeTakeFirst();
    if (set.numUpdatedRows === 0n) throw refuseShare('has_share');
    await bookSale(tx, payment_id, ctx.clock.now(), true);
    await record(ctx, tx, admin, 'share.set', `payment:${payment_id}`, { share_cents });
    return { set: true };
  });

export const record = (
  ctx: Context,
  tx: Tx,
  admin: SignedIn,
  action: AuditKind,
  subject: `${string}:${string}`,
  details: Record<string, string | number>,
) =>
  ctx.audit.record(tx, {
    actor: admin.userId,
    actor_role: admin.role,
    action,
    subject,
    patient_id: null,
    reason: '',
    details,
  });
