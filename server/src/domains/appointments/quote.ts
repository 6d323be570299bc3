import { createHash } from 'node:crypto';
import type { Language } from '#contract/base.ts';
import { freeCancelUntil } from '#contract/cancellation.ts';
import { payableFrom } from '#contract/quote.ts';
import { vatIn } from '#server/domains/billing/index.ts';
import en from '#messages/en/appointment-papers.json' with { type: 'json' };
import fr from '#messages/fr/appointment-papers.json' with { type: 'json' };
import type { Appointment, Offer } from './appointments.queries.ts';
import { dueOnline } from './due-online.ts';
import { longDateTime, money } from './words.ts';

export type PaperWord = keyof typeof en;
const words: Record<Language, Record<PaperWord, string>> = { en, fr };
export const paperWord = (language: Language, word: PaperWord): string => words[language][word];

/** The text of a document: a title, lines that each have a label and a value, and sentences below them. */
export interface Paper {
  readonly language: Language;
  readonly title: string;
  readonly subtitle: string;
  readonly lines: readonly (readonly [label: string, value: string])[];
  readonly total: readonly [label: string, value: string];
  readonly sentences: readonly string[];
}

/**
 * Returns the quote with the contents that French law requires for an aesthetic treatment. It names the practitioner,
 * the registration, the insurance, the seller, the place, the treatment and the products. It states the price, the tax,
 * the validity, and that the treatment is not reimbursed. It includes our terms of cancellation, so that the patient
 * accepts them together with the quote.
 */
export function quotePaper(row: Appointment, offer: Offer, language: Language): Paper {
  const word = (name: PaperWord): string => words[language][name];
  const isNumbered = offer.quote_number !== null;
  const lines: [PaperWord, string][] = [
    ['patient', offer.accepted_name ?? row.patient_full_name],
    ['practitioner', offer.provider_name],
    ['registration', offer.provider_registration || word('registration_missing')],
    ['insurance', offer.provider_insurance || (isNumbered ? word('insurance_missing') : '')],
    ['seller', offer.provider_seller],
    ['place', offer.is_video ? word('by_video') : offer.provider_address || word('place_missing')],
    ['phone', offer.provider_phone],
    ['act', treatmentName(row.requested_treatment, language)],
    ['products', offer.products || word('products_missing')],
    ['date', longDateTime(offer.scheduled_at, offer.timezone, language)],
  ];
  return {
    language,
    title: isNumbered ? `${word('quote_title')} ${quoteNumber(offer)}` : word('quote_title'),
    subtitle: `${row.number} · ${word('issued')} ${longDateTime(offer.created_at, offer.timezone, language)}`,
    lines: [
      ...lines.filter(([, value]) => value !== '').map(([name, value]): [string, string] => [word(name), value]),
      ...vatLines(offer, offer.patient_price_cents, language),
      ...depositLines(offer, language),
    ],
    total: [word('price'), money(offer.patient_price_cents, offer.currency, language)],
    sentences: [
      word('not_reimbursed'),
      `${word('valid_until')} ${longDateTime(offer.expires_at, offer.timezone, language)}.`,
      word('reflection'),
      ...reflectionTerms(offer, language),
      word('decides_on_the_day'),
      ...cancellationTerms(offer, language),
    ],
  };
}

/**
 * Returns the number of a quote, such as "D-2026-001077 v2". The number is empty for an offer that was made before
 * quotes had numbers.
 */
export const quoteNumber = ({ quote_number, quote_version }: Pick<Offer, 'quote_number' | 'quote_version'>): string =>
  quote_number === null ? '' : `${quote_number} v${quote_version}`;

/**
 * Returns lines with the price without tax and the tax. The list is empty for an offer that was made before quotes
 * showed tax.
 */
export function vatLines(offer: Offer, gross_cents: number, language: Language): [label: string, value: string][] {
  const { vat_permille, currency } = offer;
  if (vat_permille === null) return [];
  const word = (name: PaperWord): string => words[language][name];
  const { net_cents, vat_cents } = vatIn(gross_cents, vat_permille / 10);
  const rate = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(
    vat_permille / 1000,
  );
  return [
    [word('net'), money(net_cents, currency, language)],
    vat_permille === 0
      ? [word('vat'), word('vat_exempt')]
      : [`${word('vat')} ${rate}`, money(vat_cents, currency, language)],
  ];
}

/**
 * Returns lines with the parts that are paid online and at the clinic. The list is empty if the offer has no deposit.
 */
function depositLines(offer: Offer, language: Language): [label: string, value: string][] {
  if (!offer.deposit_cents) return [];
  const due_cents = dueOnline(offer);
  const rest_cents = offer.patient_price_cents - due_cents;
  const deposit: [string, string] = [words[language].deposit, money(due_cents, offer.currency, language)];
  return rest_cents === 0 ? [deposit] : [deposit, [words[language].rest, money(rest_cents, offer.currency, language)]];
}

function reflectionTerms(offer: Offer, language: Language): string[] {
  if (offer.reflection_days === 0) return [];
  const until = longDateTime(payableFrom(offer), offer.timezone, language);
  return [`${words[language].reflection_until} ${until}.`];
}

/**
 * Returns sentences that describe the rule of `refundByRule`. If an appointment was offered at short notice, it cannot
 * be cancelled free of charge.
 */
function cancellationTerms(offer: Offer, language: Language): string[] {
  const { scheduled_at, created_at, timezone, free_until_hours, deposit_cents } = offer;
  const until = freeCancelUntil(scheduled_at, free_until_hours);
  const word = (name: 'cancel_later' | 'cancel_short') =>
    words[language][deposit_cents ? (`${name}_deposit` as const) : name];
  const patient =
    until > created_at
      ? `${words[language].cancel_free} ${longDateTime(until, timezone, language)}. ${word('cancel_later')}`
      : word('cancel_short');
  return [patient, words[language].cancel_by_us];
}

/** Returns the SHA-256 of the text of the quote. The hash proves that the patient accepted the text that was shown. */
export const quoteHash = (row: Appointment, offer: Offer, language: Language): string =>
  createHash('sha256')
    .update(JSON.stringify(quotePaper(row, offer, language)))
    .digest('hex');

export function treatmentName(treatment: string, language: Language): string {
  const key = `${treatment.toLowerCase().replaceAll(' ', '_')}_act`;
  return (words[language] as Record<string, string>)[key] ?? treatment;
}
