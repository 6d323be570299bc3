import type { Generated } from 'kysely';
import type { DayPart } from '#contract/waiting-list.ts';

export interface AppointmentWaitsTable {
  id: string;
  patient_id: string;
  service_id: string;
  practitioner_id: string | null;
  site_id: string | null;
  /** The first and the last wanted day as YYYY-MM-DD, in the time zone of the site. */
  first_day: string;
  last_day: string;
  part: DayPart;
  zone: string;
  in_line_since: Date;
  lapses: Generated<number>;
  paused_at: Date | null;
  /** Since when nobody offers what the patient waits for. Set and cleared by the job of the waiting list. */
  unavailable_since: Generated<Date | null>;
  created_at: Date;
  updated_at: Date;
  ended_at: Date | null;
  ended_as: 'patient' | 'team' | 'taken' | 'over' | 'practitioner' | null;
}

export interface AppointmentWaitOffersTable {
  patient_id: string;
  practitioner_id: string | null;
  starts_at: Date;
  wait_id: string;
  offer_id: string;
  offered_at: Date;
  until: Date;
  told_at: Date | null;
  outcome: 'taken' | 'lapsed' | 'declined' | null;
}

declare module '#server/platform/db/db.ts' {
  interface Database {
    appointment_waits: AppointmentWaitsTable;
    appointment_wait_offers: AppointmentWaitOffersTable;
  }
}
