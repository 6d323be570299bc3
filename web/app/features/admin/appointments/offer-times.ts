import type { AdminAppointment, Provider } from '#contract/appointments-admin.ts';
import type { ClinicService, ClinicSite } from '#contract/clinics.ts';
import type { Slots } from '#contract/bookings.ts';
import { type Day, addDays, mondayOf } from '#web/lib/calendar.ts';
import { dayIn } from '#web/lib/day.ts';
import { instantIn } from '#web/lib/wall-clock.ts';
import { unitsOf } from '../amount.ts';
import { emptyOffer, type OfferForm } from './offer-form.ts';

/** A slot that the offer will reserve. */
export interface PickedTime {
  service_id: string;
  site_id: string;
  practitioner_id: string;
  starts_at: string;
  practitioner_name: string;
}

export interface Place {
  site: Pick<ClinicSite, 'id' | 'name' | 'address' | 'phone' | 'timezone' | 'provider_id'>;
  service: Pick<ClinicService, 'id' | 'price_cents' | 'currency'>;
  /** The site's entry in the provider list. */
  provider: Provider | undefined;
}

export type Slot = Slots['slots'][number];

/** Returns the instants at which the week around `day` begins and ends in the time zone `zone`. */
export function weekIn(zone: string, day: Day): { from: string; to: string } {
  const monday = mondayOf(day);
  const startOf = (one: Day) => new Date(instantIn(zone, { day: one, minute: 0 })).toISOString();
  return { from: startOf(monday), to: startOf(addDays(monday, 7)) };
}

interface Shown {
  zone: string;
  /** Whether a picked time blocks the slot. */
  isBlocked: (slot: Slot) => boolean;
}

/**
 * Groups slots by their day in a time zone. If several practitioners have a slot at the same time, the slot is listed
 * once, for the first practitioner whom no picked time blocks.
 */
export function slotsByDay(
  slots: readonly Slot[],
  days: readonly Day[],
  { zone, isBlocked }: Shown,
): { day: Day; slots: Slot[] }[] {
  const byStart = new Map<string, Slot>();
  for (const slot of slots) {
    const kept = byStart.get(slot.starts_at);
    if (!kept || (isBlocked(kept) && !isBlocked(slot))) byStart.set(slot.starts_at, slot);
  }
  const dated = [...byStart.values()].map((slot) => ({ slot, on: dayIn(zone, slot.starts_at) }));
  return days.map((day) => ({ day, slots: dated.filter(({ on }) => on === day).map(({ slot }) => slot) }));
}

const providerFields = [
  'provider_name',
  'provider_address',
  'provider_phone',
  'provider_registration',
  'provider_insurance',
  'provider_seller',
] as const;

/** Adds a picked time, and fills in the data of its place and service. Typed values are not replaced. */
export function withTime(form: OfferForm, row: AdminAppointment, time: PickedTime, place: Place): OfferForm {
  const others = form.times.filter(({ starts_at }) => starts_at !== time.starts_at);
  const times = [...others, time].sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at));
  const next = { ...form, times, timezone: place.site.timezone, instant: null, allow_outside_hours: false };
  const known = knownOf(place);
  const before = emptyOffer(row);
  const isFree = (key: keyof typeof known) =>
    form[key] === '' || form[key] === before[key] || form[key] === form.filled[key];
  const filled = { ...form.filled };
  // The provider's address is filled in only together with the provider's name. Otherwise the form could
  // combine the typed name of one provider with the address of another.
  if (isFree('provider_name')) {
    for (const key of providerFields) if (isFree(key)) next[key] = filled[key] = known[key];
    next.provider_id = place.site.provider_id;
  }
  if (known.patient_price && isFree('patient_price')) {
    next.patient_price = filled.patient_price = known.patient_price;
    next.currency = place.service.currency;
  }
  return { ...next, filled };
}

const knownOf = ({ site, service, provider }: Place) => ({
  provider_name: provider?.name ?? site.name,
  provider_address: provider?.address || site.address,
  provider_phone: provider?.phone || site.phone,
  provider_registration: provider?.registration ?? '',
  provider_insurance: provider?.insurance ?? '',
  provider_seller: provider?.seller ?? '',
  patient_price: unitsOf(service.price_cents),
});

/** Whether a picked time of the same practitioner overlaps a slot of the service, buffers included. */
export function overlaps(
  picked: readonly PickedTime[],
  { minutes, buffer_before, buffer_after }: Pick<ClinicService, 'minutes' | 'buffer_before' | 'buffer_after'>,
  slot: Slot,
): boolean {
  const apart_ms = (minutes + buffer_before + buffer_after) * 60_000;
  return picked.some(({ practitioner_id, starts_at }) => {
    const between = Math.abs(Date.parse(starts_at) - Date.parse(slot.starts_at));
    return practitioner_id === slot.practitioner_id && between > 0 && between < apart_ms;
  });
}

export const withoutTime = (times: readonly PickedTime[], starts_at: string): PickedTime[] =>
  times.filter((time) => time.starts_at !== starts_at);
