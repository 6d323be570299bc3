import { type Language, Languages } from '#contract/languages.ts';
import { requireAdult } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff, withSystem, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { renderPdf } from '#server/platform/pdf/render-pdf.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { siteLanguage } from '#server/platform/site-language.ts';
import { isWithUnable, listAble } from './able.ts';
import { readAcceptedQuote } from './accepted-quote.ts';
import {
  type Appointment,
  find,
  findForUpdate,
  findQuoteVersion,
  type Offer,
  updateOffer,
} from './appointments.queries.ts';
import { note, tellChange, thePatient } from './history.ts';
import { isToChoose, listOfferTimes } from './offer-times.ts';
import { documentOf } from './paper-document.ts';
import { type Paper, paperWord, quoteHash, quoteNumber, quotePaper } from './quote.ts';
import { longDateTime } from './words.ts';

interface Quoted {
  readonly row: Appointment;
  readonly offer: Offer;
}

/** Returns the patient's appointment with its offer in force. Refuses an open offer that has expired. */
async function findQuoted(ctx: Context, tx: Tx, userId: string, id: string): Promise<Quoted> {
  const found = await findForUpdate(tx, id);
  if (found?.row.patient_id !== userId) throw new Refusal('NOT_FOUND');
  const { row, offer } = found;
  if (!offer || (offer.state === 'open' && offer.expires_at <= ctx.clock.now())) throw new Refusal('OFFER_EXPIRED');
  return { row, offer };
}

async function findVersion(tx: Tx, userId: string, id: string, version: number): Promise<Quoted> {
  const row = await find(tx, id);
  const offer = row?.patient_id === userId && (await findQuoteVersion(tx, id, version));
  if (!row || !offer) throw new Refusal('NOT_FOUND');
  return { row, offer };
}

/**
 * Returns the quote as a PDF in the reader's language. If the appointment was moved after the acceptance, the accepted
 * language is used instead (see `paperFor`). The patient can still read the quote after the payment.
 * `version` selects an earlier quote.
 */
export const getQuote = (ctx: Context, { userId, language }: SignedIn, id: string, version?: number): Promise<File> =>
  renderPdf(ctx, async () => {
    const { row, offer } = await withUser(ctx.db, userId, (tx) =>
      version === undefined ? findQuoted(ctx, tx, userId, id) : findVersion(tx, userId, id, version),
    );
    const name = `${offer.quote_number ? quoteNumber(offer).replace(' ', '-') : row.number}-quote.pdf`;
    return documentOf(await paperFor(ctx, row, offer, siteLanguage(language)), offer.created_at, name);
  });

/**
 * Returns the quote for its patient. If the appointment was moved after the patient had accepted the quote, the quote
 * keeps the accepted date and language. A sentence names the new date, if the appointment still has one. The system
 * role reads the earlier dates, because they are details of the timeline, which patients may not read. The caller must
 * have checked that the quote belongs to the patient.
 */
async function paperFor(ctx: Context, row: Appointment, offer: Offer, language: Language): Promise<Paper> {
  const isSame = (one: Language) => quoteHash(row, offer, one) === offer.accepted_quote;
  if (offer.accepted_quote === null || Languages.some(isSame)) return quotePaper(row, offer, language);
  const { paper, isIntact } = await withSystem(ctx.system, (tx) => readAcceptedQuote(tx, row, offer, language));
  if (!isIntact || !hasDateInForce(row, offer)) return paper;
  const moved = `${paperWord(paper.language, 'moved_to')} ${longDateTime(offer.scheduled_at, offer.timezone, paper.language)}.`;
  return { ...paper, sentences: [...paper.sentences, moved] };
}

/**
 * Returns whether the appointment takes place, or took place, at the date of the offer. It does not if it was cancelled,
 * if another offer replaced this one, or if the clinic gave up the time and offers other times.
 */
const hasDateInForce = ({ status }: Appointment, { state, alternatives_until }: Offer): boolean =>
  (status === 'confirmed' || status === 'done') &&
  (state === 'paid' || state === 'agreed') &&
  alternatives_until === null;

/**
 * Returns a version of a quote as a PDF, even if a newer version has replaced it. An accepted version is in the
 * language in which the patient accepted it. Any other version is in the reader's language. The audit log records the
 * call.
 */
export const getQuoteForAdmin = (ctx: Context, admin: SignedIn, id: string, version: number): Promise<File> =>
  renderPdf(ctx, () =>
    withStaff(ctx.db, admin.userId, async (tx) => {
      const row = await find(tx, id);
      const offer = row && (await findQuoteVersion(tx, id, version));
      if (!row || !offer) throw new Refusal('NOT_FOUND');
      await ctx.audit.record(tx, {
        actor: admin.userId,
        actor_role: admin.role,
        action: 'appointment.viewed',
        subject: `appointment:${id}`,
        patient_id: row.patient_id,
        reason: 'quote',
        details: { version },
      });
      const { paper } = await readAcceptedQuote(tx, row, offer, siteLanguage(admin.language));
      return documentOf(paper, offer.created_at, `${quoteNumber(offer).replace(' ', '-')}-quote.pdf`);
    }),
  );

/**
 * Accepts the quote if the hash matches the quote's text in one of its languages. A second call returns the time of the
 * first acceptance. Only adults can accept a quote, and nothing is paid without an accepted quote.
 *
 * @throws OFFER_EXPIRED also if the practitioner of the chosen time may no longer work
 */
export async function acceptQuote(ctx: Context, { userId }: SignedIn, id: string, sha256: string): Promise<Date> {
  const able = await listAble(ctx.db);
  return withUser(ctx.db, userId, async (tx) => {
    const { row, offer } = await findQuoted(ctx, tx, userId, id);
    if (offer.state !== 'open') throw new Refusal('OFFER_EXPIRED');
    await requireAdult(tx, userId, ctx.clock.now());
    // The quote names the date of the appointment. If the offer has several times, the patient has to choose one of
    // them before accepting the quote.
    if (isToChoose(await listOfferTimes(tx, [offer.id]))) throw new Refusal('TIME_NOT_CHOSEN');
    if (!Languages.some((language) => quoteHash(row, offer, language) === sha256)) throw new Refusal('QUOTE_OUTDATED');
    if (offer.accepted_at) return offer.accepted_at;
    if (await isWithUnable(tx, offer, able)) throw new Refusal('OFFER_EXPIRED');
    const accepted_at = ctx.clock.now();
    await updateOffer(tx, offer.id, { accepted_at, accepted_quote: sha256, accepted_name: row.patient_full_name });
    await note(ctx, tx, row.id, thePatient(userId), { kind: 'quote_accepted' });
    await tellChange(ctx, tx, row);
    return accepted_at;
  });
}
