import * as z from 'zod';
import { AppointmentDefaults, AppointmentLimits, appointmentRefusals, OfferCurrency } from '../appointments.ts';
import { CalendarInstant, Id, text, isStorable } from '../base.ts';
import { bookingRefusals } from '../bookings.ts';
import { adminAppointmentRefusals, Cents, words, admin } from './terms.ts';
import { AdminAppointment } from './row.ts';

export const OfferInput = z.object({
  appointment_id: Id,
  provider_id: Id.nullish(),
  provider_name: text(200).refine(isStorable),
  provider_address: words(400).default(''),
  provider_phone: words(40).default(''),
  /** Registration number of the practitioner. The quote shows it. */
  provider_registration: words(120).default(''),
  /**
   * The seller of the treatment, shown on the quote. If this is empty, the quote names the seller from the provider's
   * directory entry. If that entry has no seller, the quote names the practitioner.
   */
  provider_seller: words(200).default(''),
  /** Professional liability insurance (insurer and policy), shown on the quote. */
  provider_insurance: words(200).default(''),
  /** True: the treatment is a cosmetic operation, so the country's reflection period applies. */
  is_operation: z.boolean().default(false),
  /** ISO: an instant (with Z or an offset), or the wall-clock time in `timezone` (2027-03-28T14:30). */
  scheduled_at: z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ local: true })]),
  /**
   * Times that are reserved for the patient until the offer ends, all at one site. `scheduled_at` is the first of them,
   * and `timezone` is the zone of the site.
   */
  times: z
    .array(z.object({ service_id: Id, practitioner_id: Id, site_id: Id, starts_at: CalendarInstant }))
    .min(1)
    .max(AppointmentLimits.offer_times)
    .optional(),
  timezone: z.string().max(64).default(AppointmentDefaults.timezone),
  provider_price_cents: Cents.nullish(),
  patient_price_cents: Cents.min(100),
  currency: OfferCurrency.default(AppointmentDefaults.currency),
  offer_expires_hours: z
    .number()
    .int()
    .min(1)
    .max(AppointmentLimits.max_offer_hours)
    .default(AppointmentLimits.offer_hours),
  /** Products and quantities, shown on the quote. */
  products: words(500).default(''),
  admin_public_note: words(AppointmentLimits.note).default(''),
  admin_private_note: words(AppointmentLimits.note).default(''),
  /** The reason for the change. Required to change an appointment that is 'done'. */
  reason: words(500).default(''),
  allow_double_booking: z.boolean().default(false),
  /** True: `times` may be outside the practitioner's hours. Taken times are refused in any case. */
  allow_outside_hours: z.boolean().default(false),
  allow_unusual: z.boolean().default(false),
  idempotency_key: Id.optional(),
});
export type OfferInput = z.output<typeof OfferInput>;

export const offerProcedures = {
  adminSetAwaitingPayment: admin('admin_set_awaiting_payment', 'Make an offer')
    .errors({
      TIME_DOES_NOT_EXIST: adminAppointmentRefusals.TIME_DOES_NOT_EXIST,
      TIME_IS_AMBIGUOUS: adminAppointmentRefusals.TIME_IS_AMBIGUOUS,
      DOUBLE_BOOKED: adminAppointmentRefusals.DOUBLE_BOOKED,
      REASON_REQUIRED: adminAppointmentRefusals.REASON_REQUIRED,
      ALREADY_PAID: adminAppointmentRefusals.ALREADY_PAID,
      INCLUDED_IN_PLAN: adminAppointmentRefusals.INCLUDED_IN_PLAN,
      UNUSUAL_OFFER: adminAppointmentRefusals.UNUSUAL_OFFER,
      ...bookingRefusals,
    })
    .input(OfferInput)
    .output(AdminAppointment),
  adminRescheduleAppointment: admin(
    'admin_reschedule_appointment',
    'Move a confirmed appointment to another time. Payments stay valid',
  )
    .errors({
      TIME_DOES_NOT_EXIST: adminAppointmentRefusals.TIME_DOES_NOT_EXIST,
      TIME_IS_AMBIGUOUS: adminAppointmentRefusals.TIME_IS_AMBIGUOUS,
      DOUBLE_BOOKED: adminAppointmentRefusals.DOUBLE_BOOKED,
      NOT_IN_THIS_STATE: appointmentRefusals.NOT_IN_THIS_STATE,
      ...bookingRefusals,
    })
    .input(
      OfferInput.pick({
        appointment_id: true,
        scheduled_at: true,
        timezone: true,
        allow_double_booking: true,
        allow_outside_hours: true,
      }).extend({
        reason: words(500).default(''),
      }),
    )
    .output(AdminAppointment),
  adminOfferAlternatives: admin(
    'admin_offer_alternatives',
    'Offer one to three other times for a confirmed appointment that the clinic cannot keep. Its own time becomes free at once',
  )
    .errors({ NOT_IN_THIS_STATE: appointmentRefusals.NOT_IN_THIS_STATE, ...bookingRefusals })
    .input(
      z.object({
        appointment_id: Id,
        /**
         * The free times that the patient can choose because the clinic cannot keep the booked time. They are for the
         * same service at the same site, because the accepted quote names the site.
         */
        times: z
          .array(z.object({ practitioner_id: Id, starts_at: CalendarInstant }))
          .min(1)
          .max(AppointmentLimits.offer_times),
        /**
         * The patient must choose a time within this many hours. The deadline is earlier if one of the times begins
         * earlier.
         */
        hours: z
          .number()
          .int()
          .min(1)
          .max(AppointmentLimits.max_offer_hours)
          .default(AppointmentLimits.alternative_hours),
        /** The text that the patient reads in the thread of the appointment. */
        message: words(AppointmentLimits.message).default(''),
        allow_outside_hours: z.boolean().default(false),
      }),
    )
    .output(AdminAppointment),
};
