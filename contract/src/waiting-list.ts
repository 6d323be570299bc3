import * as z from 'zod';
import { appointmentRefusals } from './appointments.ts';
import { Id, Instant, isStorable, rpc, text } from './base.ts';

/**
 * API procedures for patients who wait until a time becomes free. The service offers a freed time to the waiting
 * patients one after the other, and holds it for the patient whose turn it is.
 */
export const DayParts = ['any', 'morning', 'afternoon', 'evening'] as const;
export const DayPart = z.enum(DayParts);
export type DayPart = z.infer<typeof DayPart>;

export const WaitLimits = {
  /** The maximum number of services that one patient may wait for at the same time. */
  waits: 5,
  /** The last day of a wait may be at most this many days ahead. */
  days_ahead: 365,
  /**
   * After this many offers have expired without an answer, the patient gets no more offers until they resume the wait.
   */
  lapses: 2,
  /**
   * The highest number of waits of a clinic that the team's list shows. If there are more, the answer contains one
   * more.
   */
  shown: 1000,
} as const;

const Day = z.iso.date();

const wishes = {
  service_id: Id,
  /** Null if the patient accepts every practitioner of the service. */
  practitioner_id: Id.nullable(),
  /** Null if the patient accepts every site of the clinic. */
  site_id: Id.nullable(),
  /** The days and the part of the day are in the local time of the site. */
  first_day: Day,
  last_day: Day,
  part: DayPart,
} as const;

export const MyWait = z.object({
  id: Id,
  ...wishes,
  clinic_name: z.string(),
  /** The name of the service in the reader's language. */
  service_name: z.string(),
  practitioner_name: z.string().nullable(),
  site_name: z.string().nullable(),
  /**
   * True: too many offered times ended without an answer. The patient gets no more offers until they resume the wait.
   */
  is_paused: z.boolean(),
  /** The appointment with a time that is now held for the patient. Null: no time is held. */
  appointment_id: Id.nullable(),
});
export type MyWait = z.infer<typeof MyWait>;

const MyWaits = z.object({ waits: z.array(MyWait) });
export type MyWaits = z.infer<typeof MyWaits>;

export const WaitRow = z.object({
  id: Id,
  service_id: Id,
  service_en: z.string(),
  service_fr: z.string(),
  /** Position in the waiting list of the service, starting with 1. Null: the wait is paused. */
  position: z.number().int().nullable(),
  patient_id: Id,
  patient_name: z.string(),
  practitioner_name: z.string().nullable(),
  site_name: z.string().nullable(),
  first_day: Day,
  last_day: Day,
  part: DayPart,
  in_line_since: Instant,
  /** The time that was offered last. */
  offered: z
    .object({
      starts_at: Instant,
      timezone: z.string(),
      until: Instant,
      /** Null: the offered time is still held. */
      outcome: z.enum(['taken', 'lapsed', 'declined']).nullable(),
    })
    .nullable(),
});
export type WaitRow = z.infer<typeof WaitRow>;

export const waitingList = {
  listMyWaits: rpc(
    'list_my_waits',
    'patient',
    'appointments',
    'List the services for which the caller is on the waiting list',
  ).output(MyWaits),
  waitForTime: rpc(
    'wait_for_time',
    'patient',
    'appointments',
    'Join the waiting list of a service, or change the preferences of an open entry. The place in the line is kept',
  )
    .errors({
      TOO_MANY_WAITS: { status: 409, data: z.object({ most: z.number().int() }) },
      BIRTH_DATE_MISSING: appointmentRefusals.BIRTH_DATE_MISSING,
      UNDER_AGE: appointmentRefusals.UNDER_AGE,
    })
    .input(
      z.object({
        ...wishes,
        /**
         * IANA time zone of the patient. The hours for which a freed slot is held for the patient do not include the
         * night in this time zone.
         */
        timezone: z.string().min(1).max(60),
      }),
    )
    .output(MyWaits),
  endMyWait: rpc('end_my_wait', 'patient', 'appointments', 'Leave the waiting list')
    .input(z.object({ wait_id: Id }))
    .output(MyWaits),
  resumeMyWait: rpc('resume_my_wait', 'patient', 'appointments', 'Resume a paused entry at the end of the line')
    .input(z.object({ wait_id: Id }))
    .output(MyWaits),
  adminListWaits: rpc(
    'admin_list_waits',
    'admin',
    'appointments',
    'List the waiting lists of a clinic, by service and place in the line',
  )
    .input(z.object({ clinic_id: Id }))
    .output(z.object({ waits: z.array(WaitRow) })),
  adminEndWait: rpc(
    'admin_end_wait',
    'admin',
    'appointments',
    'Remove a patient from the waiting list of a service, and notify the patient',
  )
    .input(z.object({ wait_id: Id, reason: text(500).refine(isStorable) }))
    .output(z.object({})),
};
