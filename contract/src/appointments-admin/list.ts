import * as z from 'zod';
import { AppointmentStatus } from '../appointment-status.ts';
import { AppointmentLimits } from '../appointments.ts';
import { EXPORT_TOO_LONG, Id, Instant, isStorable } from '../base.ts';
import { admin, pageOf } from './terms.ts';
import { AdminAppointment } from './row.ts';

/** The filter accepts any spelling of a status (en_attente, in-progress, Annulé) and refuses unknown words. */
const StatusFilter = z.string().max(40).nullish();
const Day = z.iso.date().nullish();
export const AppointmentFilter = z.object({
  status: StatusFilter,
  search: z.string().trim().max(200).refine(isStorable).nullish(),
  /** Selects the appointments of this coordinator. 'none': selects appointments without a coordinator. */
  coordinator: z.union([Id, z.literal('none')]).nullish(),
  is_overdue: z.boolean().optional(),
  /** The first and last day on which requests arrived, both included. */
  requested_from: Day,
  requested_to: Day,
  /** The first and last day on which appointments take place according to their current offers, both included. */
  scheduled_from: Day,
  scheduled_to: Day,
  /** Time zone of the days in this filter. The default is UTC. */
  timezone: z.string().max(64).nullish(),
  /** The country where the patient wants the treatment: ISO 3166, two letters. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullish(),
  /** The provider of the current offer. */
  provider_id: Id.nullish(),
});
export type AppointmentFilter = z.infer<typeof AppointmentFilter>;

export const AppointmentCounts = z.object({
  all: z.number().int(),
  pending: z.number().int(),
  in_progress: z.number().int(),
  awaiting_payment: z.number().int(),
  confirmed: z.number().int(),
  cancelled: z.number().int(),
  done: z.number().int(),
});
export const AppointmentList = z.object({
  rows: z.array(AdminAppointment),
  /** Number of appointments that match the filter. If `is_total_exact` is false, more appointments may match. */
  total: z.number().int(),
  is_total_exact: z.boolean(),
  /** Counts of all appointments for the status pills. The filter has no effect on them. */
  counts: AppointmentCounts,
  /** The value of `after` for the next page. Null: this is the last page. */
  next: z.string().nullable(),
});

export const ScheduledAppointment = z.object({
  appointment_id: Id,
  number: z.string(),
  status: AppointmentStatus,
  patient_full_name: z.string(),
  requested_treatment: z.string(),
  city_target: z.string(),
  provider_id: Id.nullable(),
  provider_name: z.string().nullable(),
  scheduled_at: Instant,
  timezone: z.string(),
  /** True: the provider has another appointment within one hour. */
  is_double_booked: z.boolean(),
});

export const listProcedures = {
  adminListAppointments: admin(
    'admin_list_appointments',
    'List the appointments that match a filter, with totals, newest first',
  )
    .input(
      AppointmentFilter.extend({
        ...pageOf(AppointmentLimits.admin_page),
        offset: z.number().int().min(0).max(5_000).default(0),
      }).optional(),
    )
    .output(AppointmentList),
  adminExportAppointments: admin(
    'admin_export_appointments',
    'Export the appointments that match a filter as a CSV file. The export is logged',
  )
    .errors({ EXPORT_TOO_LONG })
    .input(AppointmentFilter.optional())
    .output(z.file()),
  adminListScheduled: admin('admin_list_scheduled', 'List offered, confirmed and done appointments of a period')
    .input(z.object({ from: Instant, to: Instant, provider_id: Id.nullish() }))
    .output(z.array(ScheduledAppointment)),
};
