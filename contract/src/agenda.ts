import * as z from 'zod';
import { AppointmentStatus } from './appointment-status.ts';
import { Id, Instant, isStorable, rpc } from './base.ts';
import { BookedState, bookingRefusals } from './bookings.ts';
import { ReviewState } from './reviews.ts';
import { VisitStates } from './visit-states.ts';

/** Limits of a practitioner's agenda and of the desk's calendar. */
export const AgendaLimits = {
  /** The maximum number of days that a screen shows: six weeks. */
  days: 42,
  /**
   * The maximum number of days from `from` to `to` in one call. A screen requests one more day at both ends than it
   * shows, so that the call covers the shown days in every time zone.
   */
  span_days: 44,
  /** The maximum number of visits that a screen shows. If there are more, the answer contains one more. */
  rows: 2000,
  /** The maximum number of busy times from imported calendars in one answer. */
  busy: 4000,
  late_minutes: 240,
  /** The list of visits without a treatment record goes back this many days, and has at most `unrecorded` visits. */
  unrecorded_days: 90,
  unrecorded: 50,
} as const;

const Named = z.object({ id: Id, name: z.string() });

const AgendaTime = z.object({
  id: Id,
  state: BookedState,
  starts_at: Instant,
  ends_at: Instant,
  /** The start of the blocked time, which includes the buffers before and after the visit. */
  blocked_from: Instant,
  blocked_until: Instant,
  held_until: Instant.nullable(),
  late_minutes: z.number().int().nullable(),
  service: z.object({ id: Id, name_en: z.string(), name_fr: z.string(), is_video: z.boolean() }),
  site: Named.extend({ timezone: z.string() }),
  room_name: z.string().nullable(),
  /** The appointment at this time. Null: the time is taken, but no appointment belongs to it. */
  visit: z
    .object({
      appointment_id: Id,
      number: z.string(),
      status: AppointmentStatus,
      patient_name: z.string(),
      treatment: z.string(),
    })
    .nullable(),
});

const MyTime = AgendaTime.extend({
  /**
   * The patient's newest case that this practitioner has taken, or that is assigned to them. If there is none, the
   * newest case to which the practitioner has emergency access (with a stated reason).
   */
  case_id: Id.nullable(),
  /** `missing`: the treatment is not recorded yet. Null: no record is expected. */
  record: z.enum(['recorded', 'missing']).nullable(),
  /** State of the review visit that follows this visit. Null: none was proposed. */
  review: ReviewState.nullable(),
});
export type MyTime = z.infer<typeof MyTime>;

const DeskTime = AgendaTime.extend({ practitioner: Named });
export type DeskTime = z.infer<typeof DeskTime>;

/** A booked time as the clinic's desk sees it, with the patient's name and phone number. */
const ClinicTime = AgendaTime.extend({
  practitioner: Named,
  visit: z
    .object({
      appointment_id: Id,
      number: z.string(),
      status: AppointmentStatus,
      patient_name: z.string(),
      patient_phone: z.string(),
    })
    .nullable(),
});
export type ClinicTime = z.infer<typeof ClinicTime>;

const Period = z.object({ from: Instant, to: Instant });
const Filtered = Period.extend({
  site_id: Id.nullish(),
  practitioner_id: Id.nullish(),
  service_id: Id.nullish(),
  state: BookedState.nullish(),
});
/** The sites, practitioners and services that the filters of the screen offer. */
const choices = {
  sites: z.array(Named.extend({ timezone: z.string() })),
  practitioners: z.array(Named),
  services: z.array(z.object({ id: Id, name_en: z.string(), name_fr: z.string() })),
};

export const agendaRefusals = {
  /** The current state of the visit does not allow this change. */
  NOT_IN_THIS_STATE: { status: 409 },
  /**
   * The visit cannot have this state yet. 'no_show' is possible from the planned start of the visit. Every other state
   * is possible from the beginning of the day of the visit.
   */
  VISIT_TOO_EARLY: { status: 409 },
} as const;

const markRefusals = { ...agendaRefusals, TIME_TAKEN: bookingRefusals.TIME_TAKEN } as const;
const Mark = z.object({
  time_id: Id,
  state: z.enum(VisitStates),
  /** The number of minutes by which the patient was late. The service ignores it unless the state is 'arrived'. */
  late_minutes: z.number().int().min(1).max(AgendaLimits.late_minutes).nullish(),
});
const Marked = z.object({ state: BookedState, late_minutes: z.number().int().nullable() });

const moveRefusals = {
  NOT_IN_THIS_STATE: agendaRefusals.NOT_IN_THIS_STATE,
  TIME_TAKEN: bookingRefusals.TIME_TAKEN,
  /** Another person has moved the visit since the caller loaded it. */
  CHANGED_SINCE: { status: 409 },
  TIME_DOES_NOT_EXIST: { status: 422, data: z.object({ before: Instant, after: Instant }) },
  TIME_IS_AMBIGUOUS: { status: 422, data: z.object({ earlier: Instant, later: Instant }) },
} as const;
const Move = z.object({
  time_id: Id,
  /**
   * The start of the visit, as the caller's screen showed it. If another person has moved the visit since then, the
   * call gets CHANGED_SINCE.
   */
  was_at: Instant,
  /** ISO: an instant (with Z or an offset), or the wall-clock time of the site (2027-03-28T14:30). */
  starts_at: z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ local: true })]),
  /** True: the patient gets an email with the new time. The person who moves the visit decides this. */
  tell_patient: z.boolean(),
  reason: z.string().trim().max(500).refine(isStorable).default(''),
});
const Moved = z.object({ starts_at: Instant, ends_at: Instant });

export const agenda = {
  listMyAgenda: rpc(
    'list_my_agenda',
    'verifiedPractitioner',
    'agenda',
    'List the caller’s visits in a period of up to six weeks',
  )
    .input(Period)
    .output(
      z.object({
        times: z.array(MyTime),
        /** The practitioner's busy times from imported calendars. The titles of the calendar entries are left out. */
        busy: z.array(Period),
        /** The sites at which the practitioner works. The agenda can show the local time of each site. */
        sites: z.array(Named.extend({ timezone: z.string() })),
        has_hours: z.boolean(),
      }),
    ),
  listVisitsWithoutRecord: rpc(
    'list_visits_without_record',
    'verifiedDoctor',
    'agenda',
    'List the caller’s visits of the last 90 days that have no treatment record, newest first',
  ).output(z.object({ times: z.array(MyTime), total: z.number().int() })),
  setVisitState: rpc(
    'set_visit_state',
    'visitTeam',
    'agenda',
    'Record whether a visit of the caller took place. Administrators may do so for every visit',
  )
    .errors(markRefusals)
    .input(Mark)
    .output(Marked),
  adminListBookedTimes: rpc(
    'admin_list_booked_times',
    'admin',
    'agenda',
    'List visits and held times of a period for the calendar',
  )
    .input(Filtered)
    .output(z.object({ times: z.array(DeskTime), ...choices })),
  adminMoveBookedTime: rpc(
    'admin_move_booked_time',
    'admin',
    'agenda',
    'Move a visit to another time of the same practitioner and room',
  )
    .errors(moveRefusals)
    .input(Move)
    .output(Moved),
  deskListTimes: rpc('desk_list_times', 'desk', 'agenda', 'List visits and held times of the desk’s clinics')
    .input(Filtered)
    .output(z.object({ times: z.array(ClinicTime), ...choices })),
  deskSetVisitState: rpc(
    'desk_set_visit_state',
    'desk',
    'agenda',
    'Record whether a visit at one of the desk’s clinics took place',
  )
    .errors(markRefusals)
    .input(Mark)
    .output(Marked),
  deskMoveTime: rpc(
    'desk_move_time',
    'desk',
    'agenda',
    'Move a visit at one of the desk’s clinics to another time of the same practitioner',
  )
    .errors(moveRefusals)
    .input(Move)
    .output(Moved),
};
