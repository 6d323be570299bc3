import type { Generated } from 'kysely';
import type { ClinicRole, ExceptionKind, RoomKind } from '#contract/clinics.ts';
import type { OfferCurrency, ServiceAct } from '#contract/appointments.ts';

export interface ClinicsTable {
  id: string;
  name: string;
  is_active: Generated<boolean>;
  created_at: Date;
}

export interface ClinicSitesTable {
  id: string;
  clinic_id: string;
  /** The provider that represents this place in offers. Null if no offer can name this place. */
  provider_id: string | null;
  name: string;
  address: Generated<string>;
  phone: Generated<string>;
  country: string;
  timezone: string;
  checked_at: Date | null;
  is_active: Generated<boolean>;
  created_at: Date;
}

export interface ClinicRoomsTable {
  id: string;
  site_id: string;
  name: string;
  kind: RoomKind;
  is_active: Generated<boolean>;
}

export interface ClinicMembersTable {
  clinic_id: string;
  user_id: string;
  role: ClinicRole;
  created_at: Date;
}

export interface ClinicServicesTable {
  id: string;
  clinic_id: string;
  name_en: string;
  name_fr: string;
  treatment: Generated<ServiceAct>;
  minutes: number;
  /**
   * The length, in minutes, of the buffer before a visit. Neither the practitioner nor the room can be booked in the
   * buffer.
   */
  buffer_before: Generated<number>;
  /**
   * The length, in minutes, of the buffer after a visit. Neither the practitioner nor the room can be booked in the
   * buffer.
   */
  buffer_after: Generated<number>;
  lead_hours: Generated<number>;
  days_ahead: Generated<number>;
  /** Null if the clinic gives the price only in a quote, or if the service is a free review visit. */
  price_cents: number | null;
  /** Null if the patient pays the full price at once, or if there is no price. */
  deposit_cents: number | null;
  currency: Generated<OfferCurrency>;
  is_direct: Generated<boolean>;
  is_video: Generated<boolean>;
  /** True if the service is a review visit, which is a free look at the result two weeks after an injection. */
  is_review: Generated<boolean>;
  free_until_hours: Generated<number>;
  is_active: Generated<boolean>;
  created_at: Date;
}

export interface ServicePractitionersTable {
  service_id: string;
  user_id: string;
}

export interface ServiceRoomsTable {
  service_id: string;
  room_id: string;
}

/**
 * Weekly hours of a practitioner. Times of day are local times of the site as 'HH:MM:SS', and days are 'YYYY-MM-DD'.
 */
export interface AvailabilityRulesTable {
  id: string;
  user_id: string;
  site_id: string;
  /** The ISO number of the weekday; Monday is 1. */
  weekday: number;
  starts: string;
  ends: string;
  valid_from: string;
  valid_to: string | null;
}

export interface AvailabilityExceptionsTable {
  id: string;
  user_id: string;
  site_id: string | null;
  day: string;
  kind: ExceptionKind;
  starts: string | null;
  ends: string | null;
}

export interface SiteDaysTable {
  site_id: string;
  day: string;
  is_open: boolean;
  name: Generated<string>;
}

declare module '#server/platform/db/db.ts' {
  interface Database {
    clinics: ClinicsTable;
    clinic_sites: ClinicSitesTable;
    clinic_rooms: ClinicRoomsTable;
    clinic_members: ClinicMembersTable;
    clinic_services: ClinicServicesTable;
    service_practitioners: ServicePractitionersTable;
    service_rooms: ServiceRoomsTable;
    availability_rules: AvailabilityRulesTable;
    availability_exceptions: AvailabilityExceptionsTable;
    site_days: SiteDaysTable;
  }
}
