import * as z from 'zod';
import { appointmentRefusals, MyAppointment, OfferCurrency, ServiceActs } from './appointments.ts';
import { CalendarInstant, Id, Instant, ReadingLanguage, rpc } from './base.ts';
import { bookingRefusals } from './bookings.ts';
import { QuoteItems } from './quote.ts';

/** Appointments that patients take themselves: a service, a free time, the quote, the payment. The desk is not asked. */
export const DirectLimits = {
  /** How long a time is kept while its patient reads the quote and pays. A payment page lives no shorter. */
  hold_minutes: 30,
  /** Times that one patient may keep unpaid. */
  unpaid: 2,
  services: 200,
} as const;

/** A signed plan that proposes a service's act. */
const PlanOfService = z.object({
  case_id: Id,
  signed_at: Instant,
  /** Products and units of the plan, as the quote will name them. */
  products: z.string(),
  /** The doctor who signed it, when that doctor carries out the service. */
  practitioner_id: Id.nullable(),
  /** The plan is not carried out before this day of the place. Null: at once. */
  not_before: z.iso.date().nullable().optional(),
  /** Nor after this moment. */
  valid_until: Instant.optional(),
});

export const DirectService = z.object({
  id: Id,
  clinic_name: z.string(),
  /** In the reader's language. */
  name: z.string(),
  treatment: z.enum(ServiceActs),
  minutes: z.number().int(),
  price_cents: z.number().int(),
  /** Paid online; null: the whole price. */
  deposit_cents: z.number().int().nullable(),
  currency: OfferCurrency,
  is_video: z.boolean(),
  /** Hours before the beginning until which it is cancelled free of charge. Later the deposit stays. */
  free_until_hours: z.number().int(),
  /** How far ahead it can be had. */
  days_ahead: z.number().int(),
  sites: z.array(z.object({ id: Id, name: z.string(), address: z.string(), timezone: z.string() })),
  practitioners: z.array(z.object({ id: Id, name: z.string() })),
  plan: PlanOfService.nullable(),
});
export type DirectService = z.infer<typeof DirectService>;

export const directRefusals = {
  /** Something that the quote must say is missing at this clinic: only the team can arrange it. */
  QUOTE_INCOMPLETE: { status: 409, data: z.object({ missing: z.array(z.enum(QuoteItems)) }) },
  /** The patient keeps as many unpaid times as allowed: pay or give up one of them. */
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
        /** The same for every try of one click. */
        idempotency_key: Id,
      }),
    )
    .output(MyAppointment),
};
