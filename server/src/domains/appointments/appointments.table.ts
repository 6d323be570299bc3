import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { AppointmentStatus } from '#contract/appointment-status.ts';
import type {
  AppointmentFilter,
  InboxKind,
  PaymentOutcome,
  TimelineKind,
  ViewPlace,
} from '#contract/appointments-admin.ts';
import type { OfferCurrency } from '#contract/appointments.ts';
import type { ReviewState } from '#contract/reviews.ts';

/** A column that is set once and never changed. */
type Fixed<T> = ColumnType<T, T, never>;

export interface AppointmentsTable {
  id: Fixed<string>;
  number: ColumnType<string, never, never>;
  patient_id: Fixed<string>;
  status: Generated<AppointmentStatus>;
  created_at: Fixed<Date>;
  updated_at: Date;
  patient_full_name: string;
  patient_email: string;
  patient_phone: string | null;
  requested_treatment: string;
  city_current: string;
  city_target: string;
  country_current: string | null;
  country_target: string | null;
  patient_note: Generated<string>;
  shared_details: Generated<string>;
  wish: 'reschedule' | 'cancel' | null;
  offer_lapsed_at: Date | null;
  calendar_sequence: Generated<number>;
  answer_due_at: Date | null;
  coordinator_id: string | null;
  provider_phone: string | null;
  admin_private_note: Generated<string>;
  provider_initial_price_cents: number | null;
  negotiated_price_cents: number | null;
}

export interface AppointmentTalliesTable {
  id: ColumnType<number, never, never>;
  status: AppointmentStatus;
  change: number;
}

export interface AppointmentCountriesTable {
  user_id: string;
  country_current: string;
  country_target: string;
  given_at: Date;
}

export type OfferState = 'open' | 'paid' | 'agreed' | 'expired' | 'withdrawn';

export interface AppointmentOffersTable {
  id: Fixed<string>;
  appointment_id: Fixed<string>;
  state: Generated<OfferState>;
  created_at: Fixed<Date>;
  created_by: string | null;
  expires_at: Fixed<Date>;
  ended_at: Date | null;
  accepted_at: Date | null;
  accepted_quote: string | null;
  accepted_name: string | null;
  payment_failed_at: ColumnType<Date | null, never, Date | null>;
  provider_id: string | null;
  provider_name: string;
  provider_address: string;
  provider_phone: string;
  provider_registration: string;
  provider_seller: Generated<string>;
  provider_insurance: Generated<string>;
  quote_number: ColumnType<string | null, never, never>;
  quote_version: ColumnType<number | null, never, never>;
  vat_permille: number | null;
  reflection_days: Generated<number>;
  scheduled_at: Date;
  timezone: string;
  patient_price_cents: Fixed<number>;
  currency: Fixed<OfferCurrency>;
  products: Generated<string>;
  public_note: Generated<string>;
  provider_price_cents: number | null;
  private_note: Generated<string>;
  /**
   * The part of the price that the patient pays online, and loses by cancelling late. Null if the whole price is paid
   * online.
   */
  deposit_cents: Fixed<number | null>;
  free_until_hours: ColumnType<number, number | undefined, never>;
  is_direct: ColumnType<boolean, boolean | undefined, never>;
  /** The time until which the patient can choose an alternative. While it is set, the appointment has no time. */
  alternatives_until: ColumnType<Date | null, never, Date | null>;
  /** The time at which the alternatives ended, because the patient had chosen none of them by `alternatives_until`. */
  alternatives_over_at: ColumnType<Date | null, never, Date | null>;
  /** True if patient and practitioner meet by video. */
  is_video: boolean;
}

export interface AppointmentPagesTable {
  page_id: string;
  offer_id: string;
  url: string;
  opened_at: Date;
  expires_at: Date;
  closed_at: Date | null;
  /** The hash of the quote that the patient had accepted when the payment page was opened. */
  accepted_quote: string;
}

export interface AppointmentPaymentsTable {
  payment_id: Fixed<string>;
  offer_id: Fixed<string>;
  appointment_id: Fixed<string>;
  outcome: Fixed<PaymentOutcome>;
  amount_cents: Fixed<number>;
  currency: Fixed<string>;
  paid_at: Fixed<Date>;
  refunded_cents: Generated<number>;
}

export interface AppointmentRefundsTable {
  id: Fixed<string>;
  payment_id: Fixed<string>;
  amount_cents: Fixed<number>;
  reason: Fixed<string>;
  ordered_by: string | null;
  ordered_at: Fixed<Date>;
  /** The time at which the payment provider accepted the refund order. */
  made_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  failed_at: Date | null;
  failure: string | null;
}

export interface VisitReviewsTable {
  id: string;
  /** The booked time of the visit whose result is reviewed. `appointment_id` is the appointment of that visit. */
  visit_id: Fixed<string>;
  appointment_id: Fixed<string>;
  service_id: string;
  /** The time that is held for the review visit. Null if no time was free. */
  time_id: string | null;
  state: ReviewState;
  expires_at: Date | null;
  /** The appointment that was made when the patient accepted the review visit. */
  review_appointment_id: string | null;
  created_at: Date;
  answered_at: Date | null;
}

export interface AppointmentRemindersTable {
  offer_id: string;
  hours_before: number;
  sent_at: Date;
}

export interface AppointmentSmsRemindersTable {
  offer_id: string;
  hours_before: number;
  /** When the appointment begins, according to the text message. */
  scheduled_at: Date;
  message_id: string;
  sent_at: Date;
  confirmed_at: Date | null;
}

export interface AppointmentMessagesTable {
  id: Fixed<string>;
  appointment_id: Fixed<string>;
  at: Fixed<Date>;
  author_id: string | null;
  from_team: Fixed<boolean>;
  body: Fixed<string>;
  read_at: Date | null;
  answered_at: Date | null;
}

export interface AppointmentEventsTable {
  id: ColumnType<number, never, never>;
  appointment_id: Fixed<string>;
  at: Fixed<Date>;
  actor_id: string | null;
  by_patient: Generated<boolean>;
  kind: Fixed<TimelineKind>;
  from_status: AppointmentStatus | null;
  to_status: AppointmentStatus | null;
  reason: Generated<string>;
  details: JSONColumnType<Record<string, string | number | boolean | null>, string | undefined>;
  change_id: string | null;
}

export interface AppointmentInboxTable {
  id: Fixed<string>;
  /**
   * The appointment of the entry. Null if the entry is about a difference between the ledger and the payment provider,
   * or about a payment whose appointment was erased with its patient.
   */
  appointment_id: Fixed<string | null>;
  kind: Fixed<InboxKind>;
  created_at: Fixed<Date>;
  handled_at: Date | null;
  handled_by: string | null;
  due_at: Date | null;
  dispute_id: string | null;
  difference_id: ColumnType<string | null, string | null | undefined, never>;
  /** The payment about which the team must decide. */
  payment_id: ColumnType<string | null, string | null | undefined, never>;
  /** The failed refund: the id of the order, or of the refund at the provider. */
  refund_id: ColumnType<string | null, string | null | undefined, never>;
  /** The practitioner who may no longer work. */
  practitioner_id: ColumnType<string | null, string | null | undefined, never>;
  snoozed_until: ColumnType<Date | null, never, Date | null>;
  /**
   * The administrator to whom the entry is assigned. The service sets it only for an entry without an appointment. Any
   * other entry belongs to the coordinator of its appointment.
   */
  coordinator_id: ColumnType<string | null, never, string | null>;
}

export interface AppointmentViewsTable {
  id: string;
  owner_id: string;
  name: string;
  filter: JSONColumnType<AppointmentFilter>;
  is_shared: boolean;
  place: Fixed<ViewPlace>;
}

export interface AppointmentDefaultViewsTable {
  user_id: string;
  place: ViewPlace;
  view_id: string;
}

export interface AppointmentMacrosTable {
  id: Fixed<string>;
  name: string;
  text_en: string;
  text_fr: string;
  version: ColumnType<number, never, number>;
  created_at: Fixed<Date>;
  updated_at: Date;
  archived_at: ColumnType<Date | null, never, Date | null>;
}

export interface ProvidersTable {
  id: Fixed<string>;
  name: string;
  address: Generated<string>;
  phone: Generated<string>;
  registration: Generated<string>;
  seller: Generated<string>;
  insurance: Generated<string>;
  is_active: Generated<boolean>;
  created_at: Generated<Date>;
}

/** A booked time that an offer reserves for a patient. */
export interface AppointmentOfferTimesTable {
  offer_id: string;
  time_id: string;
  is_chosen: Generated<boolean>;
}

declare module '#server/platform/db/db.ts' {
  interface Database {
    appointment_offer_times: AppointmentOfferTimesTable;
    appointments: AppointmentsTable;
    appointment_tallies: AppointmentTalliesTable;
    appointment_countries: AppointmentCountriesTable;
    appointment_offers: AppointmentOffersTable;
    appointment_pages: AppointmentPagesTable;
    appointment_payments: AppointmentPaymentsTable;
    appointment_refunds: AppointmentRefundsTable;
    appointment_reminders: AppointmentRemindersTable;
    visit_reviews: VisitReviewsTable;
    appointment_sms_reminders: AppointmentSmsRemindersTable;
    appointment_messages: AppointmentMessagesTable;
    appointment_events: AppointmentEventsTable;
    appointment_inbox: AppointmentInboxTable;
    appointment_macros: AppointmentMacrosTable;
    appointment_views: AppointmentViewsTable;
    appointment_default_views: AppointmentDefaultViewsTable;
    providers: ProvidersTable;
  }
}
