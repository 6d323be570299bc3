import { canonicalStatus } from '#contract/appointment-status.ts';
import { freeCancelUntil } from '#contract/cancellation.ts';
import type { MyAppointment, OfferTime as OfferTimeShown } from '#contract/appointments.ts';
import { payableFrom } from '#contract/quote.ts';
import type { ReadingLanguage } from '#contract/languages.ts';
import type { Context } from '#server/platform/context.ts';
import { siteLanguage } from '#server/platform/site-language.ts';
import { type AppointmentState, canAskForChange, canWithdraw } from './appointment.ts';
import type { Appointment, Offer } from './appointments.queries.ts';
import { isWithoutTime, type WithoutTime } from './alternatives/alternatives.ts';
import { visitOf } from './by-video.ts';
import { countryName } from './countries.ts';
import { dueOnline } from './due-online.ts';
import { missingOn } from './may-be-paid.ts';
import { movableUntil } from './move-mine.ts';
import type { OfferTime } from './offer-times.ts';
import { quoteHash, quoteNumber } from './quote.ts';
import type { Payment, Related } from './related.queries.ts';

const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

/**
 * Returns an appointment as its patient may see it. Every field is named, so that a new column of the table is not
 * exposed by accident.
 */
export function showAppointment(
  ctx: Context,
  row: Appointment,
  related: Related,
  language: ReadingLanguage,
): MyAppointment {
  const { offers, times, names, payments, unread } = related;
  const offer = offers.get(row.id);
  const payment = payments.get(row.id);
  const state: AppointmentState = {
    status: row.status,
    offer: (offer?.state as AppointmentState['offer']) ?? null,
    isRefunded: payment !== undefined && payment.refunded_cents >= payment.amount_cents,
  };
  const hasNoTime = row.status === 'confirmed' && offer !== undefined && isWithoutTime(offer);
  const isPayable = offer?.state === 'open' && offer.expires_at > ctx.clock.now();
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    status_canonical: canonicalStatus(row.status),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    patient_full_name: row.patient_full_name,
    patient_email: row.patient_email,
    patient_phone: row.patient_phone,
    patient_note: row.patient_note,
    requested_treatment: row.requested_treatment,
    city_current: row.city_current,
    city_target: row.city_target,
    country_current: row.country_current,
    country_target: row.country_target,
    country_current_name: countryName(row.country_current, language),
    country_target_name: countryName(row.country_target, language),
    shared_details: row.shared_details,
    ...showTerms(offer),
    ...(hasNoTime && { scheduled_at: null, scheduled_for: null }),
    is_video: offer?.is_video ?? false,
    visit_id: offer ? visitOf(offer, times.get(offer.id) ?? []) : null,
    final_checkout_url: isPayable ? `${ctx.config.publicUrl}/pay/${row.id}` : null,
    has_expired_offer: row.offer_lapsed_at !== null,
    offer: offer ? { ...showOffer(row, offer, language), times: showTimes(times.get(offer.id) ?? [], names) } : null,
    payment: payment ? showPayment(payment) : null,
    can_cancel: canWithdraw(state) || canAskForChange(state),
    can_reschedule: canAskForChange(state),
    move: row.status === 'confirmed' && offer ? showMove(ctx, offer, related) : null,
    alternatives: hasNoTime ? showAlternatives(ctx, offer, related) : null,
    open_wish: row.wish,
    unread_messages: unread.get(row.id) ?? 0,
  };
}

/**
 * Returns the terms under which the patient can move the appointment now, or null if `move_my_appointment` would refuse
 * the move.
 */
function showMove(ctx: Context, offer: Offer, { times, services }: Related): MyAppointment['move'] {
  const booked = times.get(offer.id)?.find(({ state }) => state === 'booked');
  const service = services.get(booked?.service_id ?? '');
  if (!booked || !service?.is_direct) return null;
  const until = movableUntil(booked, service, offer);
  if (ctx.clock.now() > until) return null;
  const { service_id, site_id, practitioner_id } = booked;
  return { service_id, site_id, practitioner_id, until: until.toISOString() };
}

function showAlternatives(
  ctx: Context,
  { id, scheduled_at, timezone, alternatives_until: until, alternatives_over_at }: WithoutTime,
  { times, names }: Related,
): MyAppointment['alternatives'] {
  const is_over = alternatives_over_at !== null || until <= ctx.clock.now();
  const held = is_over ? [] : (times.get(id) ?? []).filter(({ state }) => state === 'held');
  return {
    was_at: scheduled_at.toISOString(),
    timezone,
    until: until.toISOString(),
    is_over,
    times: held.map((time) => showTime(time, names)),
  };
}

/** Returns the terms of an offer: provider, place, time and price. */
const showTerms = (offer: Offer | undefined) => ({
  scheduled_at: iso(offer?.scheduled_at),
  scheduled_for: iso(offer?.scheduled_at),
  timezone: offer?.timezone ?? null,
  provider_name: offer?.provider_name ?? null,
  provider_phone: offer?.provider_phone ?? null,
  provider_address: offer?.is_video ? null : (offer?.provider_address ?? null),
  final_amount_cents: offer?.patient_price_cents ?? null,
  final_currency: offer?.currency ?? null,
  payment_expires_at: offer?.state === 'open' ? iso(offer.expires_at) : null,
});

const showOffer = (row: Appointment, offer: Offer, language: ReadingLanguage) => ({
  id: offer.id,
  quote_number: quoteNumber(offer),
  missing: offer.state === 'open' ? missingOn(row, offer) : [],
  payable_from: offer.reflection_days > 0 ? payableFrom(offer).toISOString() : null,
  created_at: offer.created_at.toISOString(),
  expires_at: offer.expires_at.toISOString(),
  accepted_at: iso(offer.accepted_at),
  products: offer.products,
  public_note: offer.public_note,
  quote_sha256: quoteHash(row, offer, siteLanguage(language)),
  due_cents: dueOnline(offer),
  rest_cents: offer.patient_price_cents - dueOnline(offer),
  free_until: freeCancelUntil(offer.scheduled_at, offer.free_until_hours).toISOString(),
  kept_cents: offer.deposit_cents,
  is_direct: offer.is_direct,
});

/** Returns the times of an offer without those that were released or cancelled. */
export const inForce = (times: readonly OfferTime[]): OfferTime[] =>
  times.filter(({ state }) => state !== 'released' && state !== 'cancelled');

export const showTime = (
  { id, starts_at, ends_at, timezone, site_name, practitioner_id, is_chosen }: OfferTime,
  names: Related['names'],
): OfferTimeShown => ({
  id,
  starts_at: starts_at.toISOString(),
  ends_at: ends_at.toISOString(),
  timezone,
  site_name,
  practitioner_name: names.get(practitioner_id) ?? '',
  is_chosen,
});

const showTimes = (times: readonly OfferTime[], names: Related['names']): OfferTimeShown[] =>
  inForce(times).map((time) => showTime(time, names));

export const showPayment = ({ payment_id, paid_at, amount_cents, refunded_cents, currency }: Payment) => ({
  id: payment_id,
  paid_at: paid_at.toISOString(),
  amount_cents,
  refunded_cents,
  currency,
});
