import type { ReadingLanguage } from '#contract/base.ts';
import { drawMail, findUser, isClosed, mailPerson, type MailTemplate } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { messagesOf } from '#server/platform/messages.ts';
import { siteLanguage } from '#server/platform/site-language.ts';
import { isPaid } from './appointment.ts';
import { findToShow, type Found, type Offer } from './appointments.queries.ts';
import { visitOf, visitUrl } from './by-video.ts';
import { calendarOf } from './calendar.ts';
import { dueOnline } from './due-online.ts';
import { listOfferTimes } from './offer-times.ts';
import { longDateTime, money } from './words.ts';

interface Telling {
  readonly template: MailTemplate;
  /** A second email with the same key is not sent. */
  readonly key?: string;
  /** Values for the placeholders of the email, in addition to those of the appointment and its offer. */
  readonly values?: (language: ReadingLanguage) => Record<string, string>;
  /** The attached calendar file: `with` adds the event to the calendar, and `cancelled` removes it. */
  readonly calendar?: 'with' | 'cancelled';
  /** The offer that the email describes. If it is absent, the offer in force is used. Null means no offer. */
  readonly offer?: Offer | null | undefined;
}

/**
 * Emails the patient about the appointment in its current state. The subject of the email names neither the treatment
 * nor the place.
 */
export async function mailAbout(ctx: Context, tx: Tx, id: string, telling: Telling): Promise<void> {
  const mail = await compose(ctx, tx, id, telling);
  if (mail) await mailPerson(ctx, tx, mail.patient, telling.template, mail.options);
}

async function compose(ctx: Context, tx: Tx, id: string, telling: Telling) {
  const found = await findToShow(tx, id);
  const patient = found && (await findUser(tx, found.row.patient_id));
  if (!found || !patient) return undefined;
  const { row, state } = found;
  const { language } = patient;
  const offer = telling.offer === undefined ? found.offer : (telling.offer ?? undefined);
  const times = offer ? await listOfferTimes(tx, [offer.id]) : [];
  const visitId = offer ? visitOf(offer, times) : null;
  const values = {
    number: row.number,
    provider: offer?.provider_name ?? '',
    address: offer ? whereOf(ctx, offer, visitId, language) : '',
    phone: offer?.provider_phone ?? '',
    when: offer ? longDateTime(offer.scheduled_at, offer.timezone, language) : '',
    price: offer ? money(offer.patient_price_cents, offer.currency, language) : '',
    rest: offer ? restOf(offer, language) : '',
    paid: isPaid(state) ? (words[language].appointment_still_paid ?? '') : '',
    until: offer ? longDateTime(offer.expires_at, offer.timezone, language) : '',
    ...telling.values?.(language),
  };
  const attachments =
    offer && telling.calendar
      ? [
          calendarOf(ctx, row, offer, siteLanguage(language), {
            isCancelled: telling.calendar === 'cancelled',
            times,
          }),
        ]
      : [];
  const options = {
    values,
    path: `/dashboard?appointment=${id}`,
    ...(telling.key && { key: telling.key }),
    attachments,
  };
  return { patient, options };
}

/** Sends the confirmation by email. @param key id of the change that confirmed the appointment */
export const mailConfirmed = (ctx: Context, tx: Tx, id: string, key?: string): Promise<void> =>
  mailKeyed(ctx, tx, id, 'appointment_confirmed', key);

export const mailRescheduled = (ctx: Context, tx: Tx, id: string): Promise<void> =>
  mailKeyed(ctx, tx, id, 'appointment_rescheduled');

interface Cancelled {
  readonly row: Pick<Found['row'], 'id'>;
  /** The offer that was in force before the cancellation. */
  readonly offer: Offer | undefined;
  /** True if the appointment is in the patient's calendar. */
  readonly wasScheduled: boolean;
  /** The id of the change that cancelled the appointment. */
  readonly key: string;
  /**
   * The refund. 0 means that nothing is refunded. Null means that the refund is not decided yet. The field is absent if
   * nothing was paid.
   */
  readonly refund_cents?: number | null | undefined;
  /** The deposit that the clinic keeps, as agreed. */
  readonly kept_cents?: number | undefined;
}

export const mailCancelled = (ctx: Context, tx: Tx, cancelled: Cancelled) =>
  mailAbout(ctx, tx, cancelled.row.id, {
    ...aboutCancelled(cancelled),
    key: `appointment_cancelled:${cancelled.row.id}:${cancelled.key}`,
  });

const aboutCancelled = ({ offer, wasScheduled, ...decided }: Omit<Cancelled, 'key'>): Telling => ({
  template: 'appointment_cancelled',
  values: (language) => ({ money: moneyWords(language, decided, offer?.currency ?? '') }),
  ...(wasScheduled && offer && { calendar: 'cancelled', offer }),
});

/** Returns the email that `mailConfirmed` would send. */
export const drawConfirmed = (ctx: Context, tx: Tx, id: string) =>
  draw(ctx, tx, id, { template: 'appointment_confirmed', calendar: 'with' });

/** Returns the email that `mailCancelled` would send after the offer has ended. */
export const drawCancelled = (ctx: Context, tx: Tx, cancelled: Omit<Cancelled, 'key'>) =>
  draw(ctx, tx, cancelled.row.id, { offer: null, ...aboutCancelled(cancelled) });

async function draw(ctx: Context, tx: Tx, id: string, telling: Telling) {
  const mail = await compose(ctx, tx, id, telling);
  if (!mail || isClosed(mail.patient.email)) return null;
  const { subject, text } = drawMail(ctx, mail.patient, telling.template, mail.options);
  return { subject, text };
}

const words = messagesOf<string>('mail');

/** Returns the address of the appointment, or the link to the video visit. */
function whereOf(ctx: Context, offer: Offer, visitId: string | null, language: ReadingLanguage): string {
  if (!offer.is_video) return offer.provider_address;
  const link = visitId ? visitUrl(ctx, visitId, siteLanguage(language)) : '';
  return words[language].appointment_by_video?.replace('{{link}}', link) ?? link;
}

/**
 * Returns a sentence about the rest of the price that is paid at the visit. The sentence is empty if nothing remains,
 * or if the offer was not paid online.
 */
function restOf(offer: Offer, language: ReadingLanguage): string {
  const paid_cents = dueOnline(offer);
  const rest_cents = offer.patient_price_cents - paid_cents;
  if (offer.state !== 'paid' || rest_cents === 0) return '';
  const say = (cents: number) => money(cents, offer.currency, language);
  return (words[language].appointment_confirmed_rest ?? '')
    .replace('{{paid}}', () => say(paid_cents))
    .replace('{{rest}}', () => say(rest_cents));
}

function moneyWords(
  language: ReadingLanguage,
  { refund_cents, kept_cents }: Pick<Cancelled, 'refund_cents' | 'kept_cents'>,
  currency: string,
): string {
  if (refund_cents === undefined) return '';
  const say = (outcome: string, cents: number) =>
    words[language][`appointment_cancelled_money.${outcome}`]?.replace(
      /\{\{(?:amount|kept)\}\}/,
      money(cents, currency, language),
    );
  if (refund_cents === null) return say('undecided', 0) ?? '';
  const back = refund_cents > 0 ? say('refunded', refund_cents) : undefined;
  const kept = kept_cents ? say('kept', kept_cents) : undefined;
  return [back, kept].filter(Boolean).join(' ') || (say('not_refunded', 0) ?? '');
}

const mailKeyed = (ctx: Context, tx: Tx, id: string, template: MailTemplate, key?: string): Promise<void> =>
  mailAbout(ctx, tx, id, { template, calendar: 'with', key: `${template}:${id}:${key ?? ctx.clock.now().getTime()}` });
