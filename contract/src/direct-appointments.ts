import * as z from 'zod';
import { appointmentRefusals, MyAppointment, OfferCurrency, ServiceActs } from './appointments.ts';
import { CalendarInstant, Id, Instant, ReadingLanguage, rpc } from './base.ts';
import { bookingRefusals } from './bookings.ts';
import { QuoteItems } from './quote.ts';

/** Appointments that patients make themselves: they choose a service and a free time, accept the quote and pay. The desk does not take part. */
export const DirectLimits = {
  /** How long a time is held while the patient reads the quote and pays. A payment page is never open for less time. */
  hold_minutes: 30,
  /** The most unpaid times that one patient may hold. */
  unpaid: 2,
  services: 200,
} as const;

/** A signed plan that contains the treatment of the service. */
const PlanOfService = z.object({
  case_id: Id,
  signed_at: Instant,
  /** Products and units of the plan, as the quote will name them. */
  products: z.string(),
  /** The doctor who signed the plan, if that doctor offers the service. */
  practitioner_id: Id.nullable(),
  /** The plan must not be carried out before this day, on the clock of the place. Null: no such limit. */
  not_before: z.iso.date().nullable().optional(),
  /** The plan must not be carried out after this moment. */
  valid_until: Instant.optional(),
});

export const DirectService = z.object({
  id: Id,
  clinic_name: z.string(),
  /** Name of the service in the reader's language. */
  name: z.string(),
  treatment: z.enum(ServiceActs),
  minutes: z.number().int(),
  price_cents: z.number().int(),
  /** The deposit, paid online. Null: the whole price. */
  deposit_cents: z.number().int().nullable(),
  currency: OfferCurrency,
  is_video: z.boolean(),
  /** The patient cancels free of charge until so many hours before the beginning. Later the clinic keeps the deposit. */
  free_until_hours: z.number().int(),
  /** How many days ahead a time can be taken. */
  days_ahead: z.number().int(),
  sites: z.array(z.object({ id: Id, name: z.string(), address: z.string(), timezone: z.string() })),
  practitioners: z.array(z.object({ id: Id, name: z.string() })),
  plan: PlanOfService.nullable(),
});
export type DirectService = z.infer<typeof DirectService>;

export const directRefusals = {
  /** The clinic has not entered something that the quote must contain, so only the team can arrange the appointment. */
  QUOTE_INCOMPLETE: { status: 409, data: z.object({ missing: z.array(z.enum(QuoteItems)) }) },
  /** The patient already holds as many unpaid times as allowed, and must pay or give up one of them. */
  TOO_MANY_UNPAID: { status: 409, data: z.object({ most: z.number().int() }) },
  TALK_FIRST: appointmentRefusals.TALK_FIRST,
  TIME_TAKEN: bookingRefusals.TIME_TAKEN,
} as const;

export const directAppointments = {
  listDirectServices: rpc(
    'list_direct_services',
    'patient',
    'appointments',
    'Services that patients book themselves: those of their signed plans first',
  )
    // Language of the page. Defaults to that of the account.
    .input(z.object({ language: ReadingLanguage.optional() }).optional())
    .output(z.object({ services: z.array(DirectService) })),
  takeAppointment: rpc(
    'take_appointment',
    'patient',
    'appointments',
    'Take a free time of a service. It is kept while the quote is accepted and paid, and confirmed by the payment',
  )
    .errors(directRefusals)
    .input(
      z.object({
        service_id: Id,
        site_id: Id,
        practitioner_id: Id,
        starts_at: CalendarInstant,
        /** The case whose signed plan names the products. */
        case_id: Id.nullish(),
        /** Every retry of one click sends the same key. */
        idempotency_key: Id,
      }),
    )
    .output(MyAppointment),
};
