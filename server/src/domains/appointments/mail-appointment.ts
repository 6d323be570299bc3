import type { ReadingLanguage } from '#contract/base.ts';
import { findUser, mailPerson, type MailTemplate } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { messagesOf } from '#server/platform/messages.ts';
import { siteLanguage } from '#server/platform/site-language.ts';
import { find, findOfferInForce, type Found, type Offer } from './appointments.queries.ts';
import { calendarOf } from './calendar.ts';
import { longDateTime, money } from './words.ts';

interface Telling {
  readonly template: MailTemplate;
  /** A second mail of the same key is dropped. */
  readonly key?: string;
  /** Values in addition to those of the appointment and its offer. */
  readonly values?: (language: ReadingLanguage) => Record<string, string>;
  /** Attach the calendar file, or the one that cancels the event. */
  readonly calendar?: 'with' | 'cancelled';
  readonly offer?: Offer | undefined;
}

/** Writes to the patient about an appointment as it is now in this transaction. Subjects say neither what nor where. */
export async function mailAbout(ctx: Context, tx: Tx, id: string, telling: Telling): Promise<void> {
  const row = await find(tx, id);
  const patient = row && (await findUser(tx, row.patient_id));
  if (!row || !patient) return;
  const { language } = patient;
  const offer = telling.offer ?? (await findOfferInForce(tx, id));
  const values = {
    number: row.number,
    provider: offer?.provider_name ?? '',
    address: offer?.provider_address ?? '',
    phone: offer?.provider_phone ?? '',
    when: offer ? longDateTime(offer.scheduled_at, offer.timezone, language) : '',
    price: offer ? money(offer.patient_price_cents, offer.currency, language) : '',
    until: offer ? longDateTime(offer.expires_at, offer.timezone, language) : '',
    ...telling.values?.(language),
  };
  const attachments =
    offer && telling.calendar
      ? [calendarOf(ctx, row, offer, siteLanguage(language), telling.calendar === 'cancelled')]
      : [];
  await mailPerson(ctx, tx, patient, telling.template, {
    values,
    path: `/dashboard?appointment=${id}`,
    ...(telling.key && { key: telling.key }),
    attachments,
  });
}

/** `key`: id of the change that confirmed it. */
export const mailConfirmed = (ctx: Context, tx: Tx, id: string, key?: string): Promise<void> =>
  mailKeyed(ctx, tx, id, 'appointment_confirmed', key);

export const mailRescheduled = (ctx: Context, tx: Tx, id: string): Promise<void> =>
  mailKeyed(ctx, tx, id, 'appointment_rescheduled');

interface Cancelled {
  readonly row: Pick<Found['row'], 'id'>;
  /** The offer that was in force. */
  readonly offer: Offer | undefined;
  /** Whether the patient has it in a calendar. */
  readonly wasScheduled: boolean;
  /** Id of the change that cancelled the appointment. */
  readonly key: string;
  /** 0: nothing goes back. Null: nobody has decided. Absent: nothing was paid. */
  readonly refund_cents?: number | null | undefined;
}

export const mailCancelled = (ctx: Context, tx: Tx, { row, offer, wasScheduled, key, refund_cents }: Cancelled) =>
  mailAbout(ctx, tx, row.id, {
    template: 'appointment_cancelled',
    key: `appointment_cancelled:${row.id}:${key}`,
    values: (language) => ({ money: moneyWords(language, refund_cents, offer?.currency ?? '') }),
    ...(wasScheduled && offer && { calendar: 'cancelled', offer }),
  });

const words = messagesOf<string>('mail');

function moneyWords(language: ReadingLanguage, refund_cents: number | null | undefined, currency: string): string {
  if (refund_cents === undefined) return '';
  const outcome = refund_cents === null ? 'undecided' : refund_cents > 0 ? 'refunded' : 'not_refunded';
  const amount = refund_cents ? money(refund_cents, currency, language) : '';
  return words[language][`appointment_cancelled_money.${outcome}`]?.replace('{{amount}}', amount) ?? '';
}

const mailKeyed = (ctx: Context, tx: Tx, id: string, template: MailTemplate, key?: string): Promise<void> =>
  mailAbout(ctx, tx, id, { template, calendar: 'with', key: `${template}:${id}:${key ?? ctx.clock.now().getTime()}` });
