import { randomUUID } from 'node:crypto';
import { AppointmentLimits } from '#contract/appointments.ts';
import type { Language } from '#contract/base.ts';
import { isHeld, reachProvider } from '#server/domains/billing/index.ts';
import { findUser } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { whileAsking } from '#server/platform/payments/while-asking.ts';
import { siteLanguage } from '#server/platform/site-language.ts';
import { isWithUnable, listAble } from './able.ts';
import { type Found, findForUpdate, type Offer } from './appointments.queries.ts';
import { dueOnline } from './due-online.ts';
import { note, thePatient } from './history.ts';
import { assertMayBePaid } from './may-be-paid.ts';
import { paperWord } from './quote.ts';

const HOUR_MS = 3_600_000;
/** A click within this number of milliseconds after a page was opened returns the same page. */
const SAME_CLICK_MS = 60_000;

export interface OpenedPage {
  readonly url: string;
  readonly expires_at: Date;
}

/**
 * Opens a payment page for the patient's offer. The page ends with the offer, and after 24 hours at the latest. A later
 * click opens a new page. The previous page is closed first, so that at most one page can be paid.
 *
 * @throws NOT_FOUND for another patient's appointment
 * @throws OFFER_EXPIRED also if the practitioner of the offered time may no longer work
 */
export const openPayment = (
  ctx: Context,
  patient: SignedIn,
  appointmentId: string,
  language: Language = siteLanguage(patient.language),
): Promise<OpenedPage> =>
  reachProvider(() =>
    whileAsking(async () => {
      const able = await listAble(ctx.db);
      return withUser(ctx.db, patient.userId, (tx) =>
        openInstead(ctx, tx, { userId: patient.userId, appointmentId, language, able }),
      );
    }),
  );

interface Wanted {
  readonly userId: string;
  readonly appointmentId: string;
  readonly language: Language;
  /** The user ids of the practitioners who may work now. */
  readonly able: readonly string[];
}

async function openInstead(
  ctx: Context,
  tx: Tx,
  { userId, appointmentId, language, able }: Wanted,
): Promise<OpenedPage> {
  const found = await findForUpdate(tx, appointmentId);
  if (found?.row.patient_id !== userId) throw new Refusal('NOT_FOUND');
  if (await isHeld(tx, userId)) throw new Refusal('TALK_FIRST');
  const offer = assertPayable(ctx, found);
  if (await isWithUnable(tx, offer, able)) throw new Refusal('OFFER_EXPIRED');
  const last = await findOpenPage(tx, offer.id);
  const now = ctx.clock.now().getTime();
  if (last && last.expires_at.getTime() > now) {
    if (now - last.opened_at.getTime() < SAME_CLICK_MS) return last;
    // If the page cannot be closed, it was just paid, and the webhook event about the payment has not been delivered
    // yet.
    if (!(await ctx.payments.expirePage(last.page_id))) throw new Refusal('NOTHING_TO_PAY');
    await closePage(ctx, tx, last.page_id);
  }
  return openPage(ctx, tx, found, offer, { userId, language });
}

type PayableOffer = Offer & { readonly accepted_quote: string };

function assertPayable(ctx: Context, { row, offer }: Found): PayableOffer {
  if (offer?.state !== 'open') throw new Refusal(row.offer_lapsed_at ? 'OFFER_EXPIRED' : 'NOTHING_TO_PAY');
  if (offer.expires_at <= ctx.clock.now()) throw new Refusal('OFFER_EXPIRED');
  assertMayBePaid(row, offer, ctx.clock.now());
  const { accepted_quote } = offer;
  if (!offer.accepted_at || accepted_quote === null) throw new Refusal('QUOTE_NOT_ACCEPTED');
  return { ...offer, accepted_quote };
}

async function openPage(
  ctx: Context,
  tx: Tx,
  { row }: Found,
  offer: PayableOffer,
  { userId, language }: { userId: string; language: Language },
): Promise<OpenedPage> {
  const opened_at = ctx.clock.now();
  const longest = opened_at.getTime() + AppointmentLimits.checkout_hours * HOUR_MS;
  const back = `${ctx.config.publicUrl}${language === 'fr' ? '/fr' : ''}/dashboard`;
  const page = await ctx.payments.openPage({
    reference: { kind: 'appointment_offer', id: offer.id, user_id: userId },
    amount_cents: dueOnline(offer),
    currency: offer.currency.toLowerCase(),
    description: `${paperWord(language, 'statement')} ${row.number}`,
    customer_email: (await findUser(tx, userId))?.email ?? row.patient_email,
    language,
    success_url: `${back}?paid=${row.id}`,
    cancel_url: back,
    expires_at: new Date(Math.min(offer.expires_at.getTime(), longest)),
    idempotency_key: randomUUID(),
  });
  await tx
    .insertInto('appointment_pages')
    .values({
      page_id: page.id,
      offer_id: offer.id,
      url: page.url,
      opened_at,
      expires_at: page.expires_at,
      closed_at: null,
      accepted_quote: offer.accepted_quote,
    })
    .execute();
  await note(ctx, tx, row.id, thePatient(userId), { kind: 'checkout_opened' });
  return page;
}

const findOpenPage = (tx: Tx, offerId: string) =>
  tx
    .selectFrom('appointment_pages')
    .selectAll()
    .where('offer_id', '=', offerId)
    .where('closed_at', 'is', null)
    .orderBy('opened_at', 'desc')
    .limit(1)
    .executeTakeFirst();

const closePage = (ctx: Context, tx: Tx, pageId: string): Promise<unknown> =>
  tx.updateTable('appointment_pages').set({ closed_at: ctx.clock.now() }).where('page_id', '=', pageId).execute();
