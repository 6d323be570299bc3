import {
  AppointmentDefaults,
  AppointmentLimits,
  EstimatesPerEuro,
  type OfferCurrency,
} from '#contract/appointments.ts';
import type { AdminAppointment, Provider } from '#contract/appointments-admin.ts';
import { missingOnQuote, type QuoteItem } from '#contract/quote.ts';
import { rulesOf } from '#contract/regions.ts';
import { centsOf, isNoAmount, unitsOf } from '../amount.ts';
import type { PickedTime } from './offer-times.ts';

/**
 * The typed values. Prices are in units of the currency with decimals, for example 340.50. `wall_time` is a local time
 * in `timezone`.
 */
export interface OfferForm {
  provider_id: string | null;
  provider_name: string;
  provider_address: string;
  provider_phone: string;
  provider_registration: string;
  provider_insurance: string;
  provider_seller: string;
  is_operation: boolean;
  wall_time: string;
  timezone: string;
  /** The chosen instant if a clock change makes the typed time ambiguous or invalid. */
  instant: string | null;
  /** The slots that the offer reserves until it ends, sorted by start. If there are none, `wall_time` is used. */
  times: PickedTime[];
  allow_outside_hours: boolean;
  /** Texts that were filled in from a picked time. Another picked time may replace them. */
  filled: Partial<Record<string, string>>;
  provider_price: string;
  patient_price: string;
  currency: OfferCurrency;
  hours: string;
  products: string;
  admin_public_note: string;
  admin_private_note: string;
  allow_double_booking: boolean;
  allow_unusual: boolean;
  reason: string;
}

export function emptyOffer(row: AdminAppointment): OfferForm {
  return {
    provider_id: row.provider_id,
    provider_name: row.provider_name ?? '',
    provider_address: row.provider_address ?? '',
    provider_phone: row.provider_phone ?? '',
    provider_registration: '',
    provider_insurance: '',
    provider_seller: '',
    is_operation: false,
    wall_time: '',
    timezone: AppointmentDefaults.timezone,
    instant: null,
    times: [],
    allow_outside_hours: false,
    filled: {},
    provider_price: unitsOf(row.negotiated_price_cents ?? row.provider_initial_price_cents),
    patient_price: '',
    currency: AppointmentDefaults.currency,
    hours: String(AppointmentLimits.offer_hours),
    products: row.offer?.products ?? '',
    admin_public_note: '',
    admin_private_note: '',
    allow_double_booking: false,
    allow_unusual: false,
    reason: '',
  };
}

/** The smallest amount that can be paid by card. */
const leastPrice_cents = 100;

/** Returns the required fields that are missing, and the prices that are invalid. */
export function faultsOf(form: OfferForm): ('provider_name' | 'wall_time' | 'patient_price' | 'provider_price')[] {
  const faults: ReturnType<typeof faultsOf> = [];
  if (!form.provider_name.trim()) faults.push('provider_name');
  if (!form.wall_time && !form.instant && form.times.length === 0) faults.push('wall_time');
  if ((centsOf(form.patient_price) ?? 0) < leastPrice_cents) faults.push('patient_price');
  if (isNoAmount(form.provider_price)) faults.push('provider_price');
  return faults;
}

export function readOffer(form: OfferForm, appointment_id: string, idempotency_key: string) {
  const { provider_id, provider_name, provider_address, provider_phone, provider_registration } = form;
  const { provider_insurance, provider_seller, is_operation } = form;
  const { currency, products, admin_public_note, admin_private_note, reason } = form;
  const { allow_double_booking, allow_outside_hours, allow_unusual } = form;
  return {
    appointment_id,
    idempotency_key,
    provider_id,
    provider_name: provider_name.trim(),
    provider_address: provider_address.trim(),
    provider_phone: provider_phone.trim(),
    provider_registration: provider_registration.trim(),
    provider_insurance: provider_insurance.trim(),
    provider_seller: provider_seller.trim(),
    is_operation,
    scheduled_at: momentTextOf(form),
    ...(form.times.length > 0 && { times: form.times.map(({ practitioner_name: _name, ...time }) => time) }),
    timezone: form.timezone,
    provider_price_cents: centsOf(form.provider_price),
    patient_price_cents: centsOf(form.patient_price) ?? 0,
    currency,
    offer_expires_hours: Number.parseInt(form.hours, 10) || AppointmentLimits.offer_hours,
    products,
    admin_public_note,
    admin_private_note,
    allow_double_booking,
    allow_outside_hours,
    allow_unusual,
    reason,
  };
}

/** Returns the earliest of the picked times. If no time is picked, returns the typed time. */
const momentTextOf = ({ times, instant, wall_time }: OfferForm): string => times[0]?.starts_at ?? instant ?? wall_time;

/** Fills the form with a provider of the directory. A typed price is not replaced. */
export function withProvider(
  form: OfferForm,
  { id, name, address, phone, registration, insurance, seller, ...price }: Provider,
): OfferForm {
  const isSameCurrency = price.last_currency === form.currency;
  return {
    ...form,
    provider_id: id,
    provider_name: name,
    provider_address: address,
    provider_phone: phone,
    provider_registration: registration,
    provider_insurance: insurance,
    provider_seller: seller,
    provider_price: form.provider_price || (isSameCurrency ? unitsOf(price.last_price_cents) : ''),
  };
}

const perEuro = { EUR: 1, ...EstimatesPerEuro };

/**
 * Estimates the same amount in the other currencies, with fixed exchange rates. An estimate is never used as a price.
 */
export function estimates(cents: number, currency: OfferCurrency): { currency: OfferCurrency; cents: number }[] {
  return (Object.keys(perEuro) as OfferCurrency[])
    .filter((other) => other !== currency)
    .map((other) => ({ currency: other, cents: Math.round((cents / perEuro[currency]) * perEuro[other]) }));
}

/**
 * Returns the parts of the quote that neither the form nor the directory contains. The tax is never missing, because
 * the service determines it.
 *
 * @param known the directory's entry for the provider in the form
 */
export const missingIn = (
  form: OfferForm,
  { requested_treatment: act, country_target }: Pick<AdminAppointment, 'requested_treatment' | 'country_target'>,
  known: Pick<Provider, 'registration' | 'insurance'> | undefined,
  now: Date,
): QuoteItem[] =>
  missingOnQuote({
    act,
    registration: form.provider_registration || (known?.registration ?? ''),
    insurance: form.provider_insurance || (known?.insurance ?? ''),
    products: form.products,
    vat_permille: 0,
    created_at: now,
    scheduled_at: momentOf(momentTextOf(form)),
    reflection_days: form.is_operation ? rulesOf(country_target ?? '').reflection.days : 0,
  });

/**
 * Reads a typed time in the browser's time zone, although the place may be in another zone. The result is wrong by
 * about a day at most. It is accurate enough for the list of missing parts, because the service makes the final check.
 */
const momentOf = (text: string): Date | null => (text ? new Date(text) : null);
