import type { MyAppointment } from '#contract/appointments.ts';
import type { ReadingLanguage } from '#contract/languages.ts';
import type { Context } from '#server/platform/context.ts';
import type { Appointment } from './appointments.queries.ts';
import type { OfferTime } from './offer-times.ts';
import type { Related } from './related.queries.ts';
import { inForce, showAppointment } from './show-appointment.ts';

/**
 * Returns a function that shows an appointment to its patient. The function leaves out held times of practitioners who
 * are not in `able`, because the patient cannot choose them. If no time of an open offer is left, the offer cannot be
 * paid, and looks like an offer that has ended.
 */
export function showToPatient(ctx: Context, related: Related, able: readonly string[], language: ReadingLanguage) {
  const isAble = ({ state, practitioner_id }: OfferTime) => state !== 'held' || able.includes(practitioner_id);
  const left = { ...related, times: new Map([...related.times].map(([id, times]) => [id, times.filter(isAble)])) };
  return (row: Appointment): MyAppointment => {
    const shown = showAppointment(ctx, row, left, language);
    const offer = related.offers.get(row.id);
    const held = offer?.state === 'open' ? inForce(related.times.get(offer.id) ?? []) : [];
    if (held.length === 0 || held.some(isAble)) return shown;
    return { ...shown, final_checkout_url: null, payment_expires_at: null };
  };
}
