import * as z from 'zod';
import { AppointmentStatus } from './appointment-status.ts';
import { CalendarInstant, Id, Instant, Language, ReadingLanguage, procedure, rpc, text, isStorable } from './base.ts';
import { Benefits, BenefitState } from './benefits.ts';
import { bookingRefusals } from './bookings.ts';
import { QuoteItems } from './quote.ts';

/** Requests for appointments, with their offers, payments and questions, as the patient sees them. */
/** The treatments that a patient can request, in the order and spelling of the public list. */
export const AppointmentTreatments = [
  'Botox',
  'Hyaluronic acid',
  'Laser',
  'Peeling',
  'Thread lift',
  'Mesotherapy',
  'Other',
] as const;

/**
 * The kinds of treatment that a clinic's service can have. The quote for a service names its kind. A consultation uses
 * no product.
 */
export const ServiceActs = [...AppointmentTreatments, 'Consultation'] as const;
export type ServiceAct = (typeof ServiceActs)[number];

export const OfferCurrencies = ['EUR', 'USD', 'CAD', 'AED', 'GBP'] as const;
export const OfferCurrency = z.enum(OfferCurrencies);
export type OfferCurrency = z.infer<typeof OfferCurrency>;
/**
 * The value of one euro in each currency. The price field uses these rates for an estimate. No price depends on them.
 */
export const EstimatesPerEuro: Record<Exclude<OfferCurrency, 'EUR'>, number> = {
  USD: 1.05,
  CAD: 1.45,
  AED: 3.85,
  GBP: 0.85,
};

/**
 * Limits and defaults. A limit with `page` in its name is the maximum number of rows in one answer. `after` loads the
 * next page.
 */
export const AppointmentLimits = {
  my_page: 100,
  admin_page: 500,
  inbox_page: 50,
  /** The maximum number of days that an entry of the inbox can be snoozed. */
  snooze_days: 60,
  bulk: 100,
  /**
   * The server counts matching rows only up to this number, unless the only filter is a status. If more rows match, the
   * screen shows 'more than' before the total. For frequent search words the server counts only some of the rows, and
   * the screen also shows 'more than'.
   */
  counted: 1000,
  /** The maximum number of times that one offer may reserve. The patient chooses one of them. */
  offer_times: 3,
  offer_hours: 48,
  alternative_hours: 48,
  max_offer_hours: 24 * 14,
  checkout_hours: 24,
  event_minutes: 60,
  note: 1000,
  message: 2000,
  refresh_s: 60,
  countdown_s: 30,
  undo_minutes: 10,
  /**
   * A member of the team must confirm an offer above this price, in cents of the offer's currency. The same applies to
   * an offer for a time more than `usual_days_ahead` days ahead.
   */
  usual_price_cents: 2_000_000,
  usual_days_ahead: 730,
  /**
   * After the team has changed a status, the service waits this many seconds before it sends the emails and refunds.
   * Until then the change can be undone.
   */
  undo_s: 20,
} as const;
export const AppointmentDefaults = {
  treatment: 'Botox',
  country: 'FR',
  timezone: 'Europe/Paris',
  currency: 'EUR',
} as const;

export const appointmentRefusals = {
  /** The offer has ended, was withdrawn or was replaced, or its practitioner may no longer work. */
  OFFER_EXPIRED: { status: 409 },
  /** There is nothing to pay, because the appointment has no offer or is already paid. */
  NOTHING_TO_PAY: { status: 409 },
  /** The patient must accept the quote before paying. */
  QUOTE_NOT_ACCEPTED: { status: 409 },
  /** The quote still lacks items that the law requires. */
  QUOTE_INCOMPLETE: { status: 409, data: z.object({ missing: z.array(z.enum(QuoteItems)) }) },
  /** The offer reserves several times. The patient must choose one before accepting the quote. */
  TIME_NOT_CHOSEN: { status: 409 },
  /** The appointment can no longer be moved free of charge. The patient can ask the team for another date. */
  TOO_LATE_TO_MOVE: { status: 409, data: z.object({ until: Instant }) },
  /** The reflection period has not ended. */
  REFLECTION_RUNS: { status: 409, data: z.object({ until: Instant }) },
  /** A doctor must talk with the patient before any payment. */
  TALK_FIRST: { status: 409 },
  /** The patient must first give the birth date. The client asks for it and calls `set_my_birth_date`. */
  BIRTH_DATE_MISSING: { status: 409 },
  UNDER_AGE: { status: 422 },
  /** The payment provider does not answer. */
  PAYMENT_UNAVAILABLE: { status: 503 },
  /** The patient accepted a quote that is no longer in force. The patient must read the new one. */
  QUOTE_OUTDATED: { status: 409 },
  /** The patient's subscription plan does not include the benefit, or the patient has used up the benefit for now. */
  BENEFIT_NOT_LEFT: { status: 409 },
  /** The appointment was cancelled, is over, or has no date yet. */
  NOT_IN_THIS_STATE: { status: 409, data: z.object({ status: AppointmentStatus }) },
} as const;

export const CountryCode = z.string().regex(/^[A-Z]{2}$/);
const City = text(120).refine(isStorable);
const Note = z.string().trim().max(AppointmentLimits.note).refine(isStorable).default('');

export const AppointmentRequest = z.object({
  city_current: City,
  city_target: City,
  country_current: CountryCode,
  country_target: CountryCode,
  /**
   * A treatment, or a benefit of the subscription plan. A plan includes its benefits free of charge, some of them only
   * a limited number of times.
   */
  treatment: z.enum([...AppointmentTreatments, ...Benefits]),
  patient_note: Note,
  /** The client sends the same key with every retry of one click. */
  idempotency_key: Id,
});

/** A time that an offer reserves for the patient. */
export const OfferTime = z.object({
  id: Id,
  starts_at: Instant,
  ends_at: Instant,
  timezone: z.string(),
  site_name: z.string(),
  practitioner_name: z.string(),
  is_chosen: z.boolean(),
});
export type OfferTime = z.infer<typeof OfferTime>;

export const Offer = z.object({
  id: Id,
  /**
   * Number and version of the quote, such as D-2026-001077 v2. Empty if the offer was made before quotes had numbers.
   */
  quote_number: z.string(),
  /** Items that the quote lacks. The offer cannot be paid until this is empty. */
  missing: z.array(z.enum(QuoteItems)),
  /**
   * The end of the reflection period. The patient cannot pay before it. Null: no reflection period applies to this
   * offer.
   */
  payable_from: Instant.nullable(),
  created_at: Instant,
  expires_at: Instant,
  accepted_at: Instant.nullable(),
  products: z.string(),
  /** The team's note on this offer for the patient. */
  public_note: z.string(),
  /**
   * The times from which the patient can choose. Empty if the team typed the time of the offer instead of reserving
   * times. The patient does not see the times of a practitioner who may not work now.
   */
  times: z.array(OfferTime),
  /** SHA-256 of the quote in the reader's language. accept_appointment_quote requires it. */
  quote_sha256: z.string(),
  /** The amount to pay online, in cents. It is the deposit or the whole price. */
  due_cents: z.number().int(),
  /** The amount to pay at the clinic, in cents. */
  rest_cents: z.number().int(),
  /** The patient can cancel free of charge until this time. */
  free_until: Instant,
  /** The amount that the clinic keeps if the patient cancels after `free_until`, in cents. Null: the team decides. */
  kept_cents: z.number().int().nullable(),
  /** True: the patient booked the time directly, without the team. */
  is_direct: z.boolean(),
});
export const AppointmentPayment = z.object({
  id: z.string(),
  paid_at: Instant,
  amount_cents: z.number().int(),
  refunded_cents: z.number().int(),
  currency: z.string(),
});

export const Alternatives = z.object({
  /** The agreed time, which the clinic cannot keep. */
  was_at: Instant,
  timezone: z.string(),
  until: Instant,
  /** True: the patient did not choose in time, and the team looks for another time with the patient. */
  is_over: z.boolean(),
  /** The alternative times that the patient can still choose. Empty once the deadline has passed (`is_over`). */
  times: z.array(OfferTime),
});
export type Alternatives = z.infer<typeof Alternatives>;

export const PatientWish = z.enum(['reschedule', 'cancel']);
export const MyAppointment = z.object({
  id: Id,
  /** The number of the appointment that people see, such as A-1077. */
  number: z.string(),
  /** `status` is the stored spelling. `status_canonical` is the status that this spelling means. */
  status: z.string(),
  status_canonical: AppointmentStatus,
  created_at: Instant,
  updated_at: Instant,
  /**
   * The time of the appointment. Null before an offer, and while the clinic offers other times (`alternatives`).
   * `scheduled_at` and `scheduled_for` have the same value.
   */
  scheduled_at: Instant.nullable(),
  scheduled_for: Instant.nullable(),
  /** IANA zone of the place. Screens show the time of this zone first. */
  timezone: z.string().nullable(),
  patient_full_name: z.string(),
  patient_email: z.string(),
  patient_phone: z.string().nullable(),
  patient_note: z.string(),
  requested_treatment: z.string(),
  city_current: z.string(),
  city_target: z.string(),
  country_current: z.string().nullable(),
  country_target: z.string().nullable(),
  country_current_name: z.string().nullable(),
  country_target_name: z.string().nullable(),
  provider_name: z.string().nullable(),
  provider_phone: z.string().nullable(),
  provider_address: z.string().nullable(),
  final_amount_cents: z.number().int().nullable(),
  final_currency: z.string().nullable(),
  /** True: patient and doctor meet by video, so there is no address. */
  is_video: z.boolean(),
  /** Id of the video visit, whose page is /visit/<id>. Null until the time is booked. */
  visit_id: Id.nullable(),
  /**
   * Our permanent address (/pay/<id>), which redirects to a payment page. Null if no payment is due, or if the offer
   * cannot be paid now.
   */
  final_checkout_url: z.string().nullable(),
  payment_expires_at: Instant.nullable(),
  /** True: the last offer ended unpaid, and there is no newer offer. */
  has_expired_offer: z.boolean(),
  /** A note from the team. Empty if there is none. */
  shared_details: z.string(),
  offer: Offer.nullable(),
  payment: AppointmentPayment.nullable(),
  can_cancel: z.boolean(),
  can_reschedule: z.boolean(),
  /**
   * Set if the patient can move the appointment without the team. The patient can do so until `until`, and can choose
   * only times of this service, site and practitioner. Null: the patient must ask the team for another time.
   */
  move: z.object({ service_id: Id, site_id: Id, practitioner_id: Id, until: Instant }).nullable(),
  /**
   * Set if the clinic cannot keep the agreed time and offers other times. The appointment has no time until the patient
   * chooses one.
   */
  alternatives: Alternatives.nullable(),
  /** The patient's request to reschedule or cancel, which the team has not answered yet. */
  open_wish: PatientWish.nullable(),
  unread_messages: z.number().int(),
});
export type MyAppointment = z.infer<typeof MyAppointment>;

export const AppointmentMessage = z.object({
  id: Id,
  at: Instant,
  from_team: z.boolean(),
  author_name: z.string(),
  body: z.string(),
});
export type AppointmentMessage = z.infer<typeof AppointmentMessage>;

/**
 * The steps of the timeline that a patient sees. Each step has a time, and shows whether the patient or the team took
 * it.
 */
export const AppointmentStepKinds = [
  'requested',
  'status_changed',
  'offer_made',
  'offer_expired',
  'time_chosen',
  'rescheduled',
  'alternatives_offered',
  'alternatives_over',
  'quote_accepted',
  'paid',
  'refunded',
  'reschedule_asked',
  'cancel_asked',
  'asked',
  'answered',
] as const;
export const AppointmentStep = z.object({
  at: Instant,
  kind: z.enum(AppointmentStepKinds),
  status: AppointmentStatus.nullable(),
  by_me: z.boolean(),
});

export const Country = z.object({ code: CountryCode, name: z.string() });
/**
 * The countries that the form lists while the service cannot be reached. Their names are in
 * `appointments:country_<code>`.
 */
export const FallbackCountries = ['FR', 'BE', 'CH', 'ES', 'IT'] as const;

const OneAppointment = z.object({ appointment_id: Id });
const Page = z.object({
  limit: z.number().int().min(1).max(AppointmentLimits.my_page).default(AppointmentLimits.my_page),
  offset: z.number().int().min(0).max(10_000).default(0),
});
const wrongState = { NOT_IN_THIS_STATE: appointmentRefusals.NOT_IN_THIS_STATE } as const;

export const appointments = {
  listCountries: rpc(
    'list_countries',
    'visitor',
    'appointments',
    'List all countries, sorted by name in the reader’s language',
  )
    .input(z.object({ language: ReadingLanguage.optional() }).optional())
    .output(z.array(Country)),
  requestAppointment: rpc(
    'request_appointment',
    'patient',
    'appointments',
    'Request an appointment or a benefit of the plan',
  )
    .errors({
      BENEFIT_NOT_LEFT: appointmentRefusals.BENEFIT_NOT_LEFT,
      BIRTH_DATE_MISSING: appointmentRefusals.BIRTH_DATE_MISSING,
      UNDER_AGE: appointmentRefusals.UNDER_AGE,
    })
    // The countries may be absent. set_latest_appointment_countries can add them afterwards.
    .input(AppointmentRequest.partial({ country_current: true, country_target: true, idempotency_key: true }))
    .output(z.object({ appointment_id: Id, number: z.string() })),
  getMyBenefits: rpc(
    'get_my_benefits',
    'patient',
    'appointments',
    'Return the benefits of the caller’s plan, and how many are left',
  ).output(z.array(BenefitState)),
  setLatestAppointmentCountries: rpc(
    'set_latest_appointment_countries',
    'patient',
    'appointments',
    'Set the countries of a request of the last hour, or else of the next request',
  )
    .input(z.object({ country_current: CountryCode, country_target: CountryCode }))
    .output(z.object({ appointment_id: Id.nullable() })),
  getMyAppointments: rpc(
    'get_my_appointments',
    'signedIn',
    'appointments',
    'List the caller’s appointments, newest first',
  ).output(z.array(MyAppointment)),
  getMyAppointmentsV2: rpc(
    'get_my_appointments_v2',
    'signedIn',
    'appointments',
    'List the caller’s appointments page by page',
  )
    .input(Page.optional())
    .output(z.array(MyAppointment)),
  getMyAppointment: rpc(
    'get_my_appointment',
    'signedIn',
    'appointments',
    'Return one appointment with its questions and its history',
  )
    .input(OneAppointment)
    .output(
      z.object({
        appointment: MyAppointment,
        /** Earlier versions of the quote, which were replaced or have ended, newest first. */
        earlier_quotes: z.array(z.object({ version: z.number().int(), quote_number: z.string(), created_at: Instant })),
        messages: z.array(AppointmentMessage),
        history: z.array(AppointmentStep),
      }),
    ),
  askAboutAppointment: rpc(
    'ask_about_appointment',
    'signedIn',
    'appointments',
    'Ask the team a question about an appointment',
  )
    .input(OneAppointment.extend({ body: text(AppointmentLimits.message).refine(isStorable), idempotency_key: Id }))
    .output(AppointmentMessage),
  markAppointmentRead: rpc('mark_appointment_read', 'signedIn', 'appointments', 'Mark the team’s answers as read')
    .input(OneAppointment)
    .output(z.object({ unread_messages: z.number().int() })),
  requestAppointmentChange: rpc(
    'request_appointment_change',
    'signedIn',
    'appointments',
    'Request another date, or cancel. An unpaid appointment is cancelled at once, and the team answers all other requests',
  )
    .errors(wrongState)
    .input(OneAppointment.extend({ wish: PatientWish, note: Note, idempotency_key: Id }))
    .output(z.object({ status: AppointmentStatus, open_wish: PatientWish.nullable() })),
  getAppointmentQuote: rpc(
    'get_appointment_quote',
    'signedIn',
    'appointments',
    'Return the quote of the offer as a PDF',
  )
    .errors({ OFFER_EXPIRED: appointmentRefusals.OFFER_EXPIRED })
    // The version of the quote. Replaced versions stay readable. The default is the version in force.
    .input(OneAppointment.extend({ version: z.number().int().min(1).max(10_000).optional() }))
    .output(z.file()),
  acceptAppointmentQuote: rpc('accept_appointment_quote', 'patient', 'appointments', 'Accept the quote that was read')
    .errors({
      OFFER_EXPIRED: appointmentRefusals.OFFER_EXPIRED,
      QUOTE_OUTDATED: appointmentRefusals.QUOTE_OUTDATED,
      TIME_NOT_CHOSEN: appointmentRefusals.TIME_NOT_CHOSEN,
      BIRTH_DATE_MISSING: appointmentRefusals.BIRTH_DATE_MISSING,
      UNDER_AGE: appointmentRefusals.UNDER_AGE,
    })
    .input(OneAppointment.extend({ quote_sha256: z.string().length(64) }))
    .output(z.object({ accepted_at: Instant })),
  chooseOfferTime: rpc('choose_offer_time', 'patient', 'appointments', 'Choose one of the times that the offer holds')
    .errors({ OFFER_EXPIRED: appointmentRefusals.OFFER_EXPIRED, TIME_TAKEN: bookingRefusals.TIME_TAKEN })
    .input(OneAppointment.extend({ time_id: Id }))
    .output(MyAppointment),
  moveMyAppointment: rpc(
    'move_my_appointment',
    'patient',
    'appointments',
    'Move a confirmed appointment to another free time of its practitioner, as long as it can be cancelled free of charge',
  )
    .errors({
      ...wrongState,
      TIME_TAKEN: bookingRefusals.TIME_TAKEN,
      TOO_LATE_TO_MOVE: appointmentRefusals.TOO_LATE_TO_MOVE,
    })
    .input(OneAppointment.extend({ starts_at: CalendarInstant }))
    .output(MyAppointment),
  chooseAlternative: rpc(
    'choose_alternative',
    'patient',
    'appointments',
    'Choose one of the times that the clinic offers in place of a time that it cannot keep',
  )
    .errors({ ...wrongState, TIME_TAKEN: bookingRefusals.TIME_TAKEN })
    .input(OneAppointment.extend({ time_id: Id }))
    .output(MyAppointment),
  declineAlternatives: rpc(
    'decline_alternatives',
    'patient',
    'appointments',
    'Cancel an appointment whose time the clinic cannot keep. All payments are refunded',
  )
    .errors(wrongState)
    .input(OneAppointment)
    .output(MyAppointment),
  createCheckoutSession: procedure('signedIn')
    .route({
      method: 'POST',
      path: '/functions/create_checkout_session',
      tags: ['appointments'],
      summary: 'Open a payment page for the offer. It closes with the offer, and at the latest after 24 hours',
    })
    .errors({
      OFFER_EXPIRED: appointmentRefusals.OFFER_EXPIRED,
      NOTHING_TO_PAY: appointmentRefusals.NOTHING_TO_PAY,
      QUOTE_NOT_ACCEPTED: appointmentRefusals.QUOTE_NOT_ACCEPTED,
      QUOTE_INCOMPLETE: appointmentRefusals.QUOTE_INCOMPLETE,
      REFLECTION_RUNS: appointmentRefusals.REFLECTION_RUNS,
      TALK_FIRST: appointmentRefusals.TALK_FIRST,
      PAYMENT_UNAVAILABLE: appointmentRefusals.PAYMENT_UNAVAILABLE,
    })
    .input(
      OneAppointment.extend({
        /** Language of the payment page. The default is the language of the account. */
        language: Language.optional(),
      }),
    )
    .output(z.object({ url: z.string(), expires_at: Instant })),
  getAppointmentReceipt: rpc(
    'get_appointment_receipt',
    'signedIn',
    'appointments',
    'Return the receipt of the payment as a PDF',
  )
    .input(OneAppointment)
    .output(z.file()),
  getAppointmentCalendar: rpc(
    'get_appointment_calendar',
    'signedIn',
    'appointments',
    'Return the calendar file of a confirmed appointment',
  )
    .errors(wrongState)
    .input(OneAppointment)
    .output(z.file()),
};
