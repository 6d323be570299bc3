import type { ReadingLanguage } from '#contract/base.ts';
import { findUser, mailPerson, type MailTemplate } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { siteLanguage } from '#server/platform/site-language.ts';
import { isScheduled } from './appointment.ts';
import { find, findOfferInForce, type Found, type Offer } from './appointments.queries.ts';
import { calendarOf } from './calendar.ts';
import { longDateTime, money } from './words.ts';

interface Telling {
  readonly template: MailTemplate;
  /** A second mail of the same key is dropped. */
  readonly key?: string;
  /** Beside those of the appointment and its offer. */
  readonly values?: (language: ReadingLanguage) => Record<string, string>;
  /** With the calendar file, or with the one that takes the event out again. */
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

export const mailConfirmed = (ctx: Context, tx: Tx, id: string): Promise<void> =>
  mailKeyed(ctx, tx, id, 'appointment_confirmed', 'with');

export const mailRescheduled = (ctx: Context, tx: Tx, id: string): Promise<void> =>
  mailKeyed(ctx, tx, id, 'appointment_rescheduled', 'with');

/** `found`: as it was before it was cancelled. */
export async function mailCancelled(ctx: Context, tx: Tx, { row, offer, state }: Found): Promise<void> {
  const calendar = isScheduled(state) && offer ? { calendar: 'cancelled' as const, offer } : {};
  await mailAbout(ctx, tx, row.id, {
    template: 'appointment_cancelled',
    key: `appointment_cancelled:${row.id}:${ctx.clock.now().getTime()}`,
    ...calendar,
  });
}

const mailKeyed = (ctx: Context, tx: Tx, id: string, template: MailTemplate, calendar: 'with'): Promise<void> =>
  mailAbout(ctx, tx, id, { template, calendar, key: `${template}:${id}:${ctx.clock.now().getTime()}` });
