import * as z from 'zod';
import { appointmentRefusals, MyAppointment, OfferCurrency, ServiceActs } from './appointments.ts';
import { CalendarInstant, Id, Instant, ReadingLanguage, rpc } from './base.ts';
import { bookingRefusals } from './bookings.ts';
import { QuoteItems } from './quote.ts';

/**
 * Appointments that patients book directly. The patient chooses a service and a free time, accepts the quote and pays.
 * The team does not take part.
 */
export const DirectLimits = {
  /**
   * Number of minutes for which a free time is reserved while the patient reads the quote and pays. The payment
   * provider cannot close a payment page sooner than this.
   */
  hold_minutes: 30,
  /** The maximum number of times that the service holds simultaneously for one patient who has not paid yet. */
  unpaid: 2,
  services: 200,
} as const;

/** A signed treatment plan that contains the treatment of the service. */
const PlanOfService = z.object({
  case_id: Id,
  signed_at: Instant,
  /** Products and units of the plan, in the wording that the quote will use. */
  products: z.string(),
  /** The doctor who signed the plan. Null if this doctor does not offer the service. */
  practitioner_id: Id.nullable(),
  /**
   * The first day, in the local time of the site, on which the plan may be carried out. Null: the plan has no such
   * limit.
   */
  not_before: z.iso.date().nullable().optional(),
  /** A moment of the last day in Paris on which the plan may be carried out. */
  valid_until: Instant.optional(),
});

export const DirectService = z.object({
  id: Id,
  clinic_name: z.string(),
  /** The name of the service in the reader's language. */
  name: z.string(),
  treatment: z.enum(ServiceActs),
  minutes: z.number().int(),
  price_cents: z.number().int(),
  /** The deposit, which is paid online. Null: the whole price is paid online. */
  deposit_cents: z.number().int().nullable(),
  currency: OfferCurrency,
  is_video: z.boolean(),
  /**
   * The patient can cancel free of charge until this many hours before the visit. If the patient cancels later, the
   * clinic keeps the deposit.
   */
  free_until_hours: z.number().int(),
  /** Patients can book a time at most this many days ahead. */
  days_ahead: z.number().int(),
  sites: z.array(z.object({ id: Id, name: z.string(), address: z.string(), timezone: z.string() })),
  practitioners: z.array(z.object({ id: Id, name: z.string() })),
  plan: PlanOfService.nullable(),
});
export type DirectService = z.infer<typeof DirectService>;

export const directRefusals = {
  /** The clinic's entry lacks items that the quote must contain. Only the team can arrange the appointment. */
  QUOTE_INCOMPLETE: { status: 409, data: z.object({ missing: z.array(z.enum(QuoteItems)) }) },
  /** The patient already has the maximum number of unpaid times, and must pay for or release one of them. */
  TOO_MANY_UNPAID: { status: 409, data: z.object({ most: z.number().int() }) },
  TALK_FIRST: appointmentRefusals.TALK_FIRST,
  BIRTH_DATE_MISSING: appointmentRefusals.BIRTH_DATE_MISSING,
  UNDER_AGE: appointmentRefusals.UNDER_AGE,
  TIME_TAKEN: bookingRefusals.TIME_TAKEN,
} as const;

export const directAppointments = {
  listDirectServices: rpc(
    'list_direct_services',
    'patient',
    'appointments',
    'List services for which patients choose a time themselves. Services of their signed plans come first',
  )
    // Language of the names. The default is the language of the account.
    .input(z.object({ language: ReadingLanguage.optional() }).optional())
    .output(z.object({ services: z.array(DirectService) })),
  takeAppointment: rpc(
    'take_appointment',
    'patient',
    'appointments',
    'Take a free time of a service. It is held while the caller accepts the quote and pays, and the payment confirms it',
  )
    .errors(directRefusals)
    .input(
      z.object({
        service_id: Id,
        site_id: Id,
        practitioner_id: Id,
        starts_at: CalendarInstant,
        /** The id of a case. The signed treatment plan of this case names the products. */
        case_id: Id.nullish(),
        /** The client sends the same key with every retry of one click. */
        idempotency_key: Id,
      }),
    )
    .output(MyAppointment),
};
