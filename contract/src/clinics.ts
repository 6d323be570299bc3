import * as z from 'zod';
import { OfferCurrency, ServiceActs } from './appointments.ts';
import { Id, Instant, isStorable, Language, rpc, text } from './base.ts';

/** Procedures for clinics: their sites, members, services and hours. */
export const ClinicRoles = ['owner', 'practitioner', 'nurse', 'desk'] as const;
export const ClinicRole = z.enum(ClinicRoles);
export type ClinicRole = z.infer<typeof ClinicRole>;

/** Roles that the account of a practitioner can have. A desk account is a separate account. */
export const MemberRoles = ['owner', 'practitioner', 'nurse'] as const;
export const MemberRole = ClinicRole.extract(MemberRoles);
export type MemberRole = z.infer<typeof MemberRole>;

export const RoomKinds = ['room', 'device'] as const;
export const RoomKind = z.enum(RoomKinds);
export type RoomKind = z.infer<typeof RoomKind>;

export const ExceptionKinds = ['off', 'extra'] as const;
export const ExceptionKind = z.enum(ExceptionKinds);
export type ExceptionKind = z.infer<typeof ExceptionKind>;

export const ClinicLimits = {
  name: 120,
  room: 80,
  address: 400,
  phone: 40,
  day_name: 80,
  clinics: 500,
  rules: 150,
  exceptions: 400,
  days: 400,
  /** The refusal VISITS_ON_CLOSED_DAYS lists at most this many visits. */
  shown_visits: 100,
} as const;

export const clinicRefusals = {
  /**
   * The member cannot be removed, because patients have appointments with this member. `times` is the number of the
   * booked times.
   */
  MEMBER_HAS_TIMES: { status: 409, data: z.object({ times: z.number().int() }) },
} as const;
/** The refusal if another person has saved a newer version since the caller loaded the data. */
const changedSince = { CHANGED_SINCE: { status: 409 } } as const;

/**
 * A visit in the time that a caller wants to close. It contains nothing about the patient; the calendar shows the
 * patient.
 */
const VisitOnClosedDay = z.object({
  id: Id,
  practitioner_id: Id,
  site_id: Id,
  site_name: z.string(),
  timezone: z.string(),
  starts_at: Instant,
  /** True if the time is only held for a patient to whom it is offered. */
  is_held: z.boolean(),
});
const VisitsOnClosedDays = z.object({
  /** The first visits, in the order of their start. */
  visits: z.array(VisitOnClosedDay).max(ClinicLimits.shown_visits),
  /** The number of all visits. */
  total: z.number().int(),
  visits_version: z.string(),
});
export type VisitsOnClosedDays = z.infer<typeof VisitsOnClosedDays>;

const savingRefusals = {
  ...changedSince,
  /**
   * Visits are planned in the time that the call would close. To close it anyway, the caller sends `visits_version`.
   */
  VISITS_ON_CLOSED_DAYS: { status: 409, data: VisitsOnClosedDays },
} as const;

const words = (max: number) => z.string().trim().max(max).refine(isStorable);
const Name = text(ClinicLimits.name).refine(isStorable);
const Country = z.string().regex(/^[A-Z]{2}$/);
/** HH:MM in the local time of the site. */
export const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
/** HH:MM in the local time of the site. It also allows 24:00, the end of the day. */
export const EndOfHours = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/);
const Day = z.iso.date().refine((day) => day >= '2000-01-01' && day <= '2199-12-31');
const Version = z.string().max(64);
/** The version that the caller loaded. Required to change an existing row. */
const VersionSeen = Version.nullish();
/**
 * The `visits_version` of the refusal VISITS_ON_CLOSED_DAYS. It states which visits in the closed time the caller has
 * seen. Held times do not count.
 */
const visitsSeen = { visits_version: Version.nullish() } as const;

const Room = z.object({ id: Id, name: z.string(), kind: RoomKind, is_active: z.boolean(), version: z.string() });
export type Room = z.infer<typeof Room>;

const Site = z.object({
  id: Id,
  /** The id of the clinic's entry in the provider list. Null: it has no entry. */
  provider_id: Id.nullable(),
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  country: z.string(),
  timezone: z.string(),
  /**
   * The time at which a person confirmed the country and the time zone. Null: no one has confirmed them. In this case,
   * the site was copied from the provider list, which contains neither, so both are guesses.
   */
  checked_at: Instant.nullable(),
  is_active: z.boolean(),
  version: z.string(),
});
export const ClinicSite = Site.extend({ rooms: z.array(Room) });
export type ClinicSite = z.infer<typeof ClinicSite>;

export const ClinicMember = z.object({
  user_id: Id,
  name: z.string(),
  email: z.string(),
  role: ClinicRole,
  /** True: the registration is verified. Patients can choose only verified members. */
  is_verified: z.boolean(),
});
export type ClinicMember = z.infer<typeof ClinicMember>;

const ServiceFields = z.object({
  name_en: Name,
  name_fr: Name,
  /** The kind of treatment, as the quotes for this service name it. */
  treatment: z.enum(ServiceActs).default('Other'),
  minutes: z.number().int().min(5).max(480),
  buffer_before: z.number().int().min(0).max(120),
  buffer_after: z.number().int().min(0).max(120),
  lead_hours: z.number().int().min(0).max(720),
  days_ahead: z.number().int().min(1).max(365),
  /** The price in cents. Null: the clinic states the price in a quote. */
  price_cents: z.number().int().min(1).max(100_000_000).nullable(),
  /** The deposit in cents. Null: the full price is paid at once. */
  deposit_cents: z.number().int().min(1).max(100_000_000).nullable(),
  currency: OfferCurrency,
  is_direct: z.boolean(),
  is_video: z.boolean(),
  /** True: the service is a review visit. Two weeks after an injection, the clinic checks the result free of charge. */
  is_review: z.boolean().default(false),
  free_until_hours: z.number().int().min(0).max(720),
  is_active: z.boolean(),
  practitioner_ids: z.array(Id).max(200),
  /**
   * Ids of the rooms in which the treatment can take place. Each appointment needs one of them. Empty: no room is
   * needed.
   */
  room_ids: z.array(Id).max(200),
});
export const ClinicService = ServiceFields.extend({ id: Id, version: z.string() });
export type ClinicService = z.infer<typeof ClinicService>;
export type ServiceFields = z.infer<typeof ServiceFields>;

export const ClinicRow = z.object({
  id: Id,
  name: z.string(),
  is_active: z.boolean(),
  sites: z.array(Site),
  members: z.number().int(),
  services: z.number().int(),
});
export type ClinicRow = z.infer<typeof ClinicRow>;

export const Clinic = z.object({
  id: Id,
  name: z.string(),
  is_active: z.boolean(),
  version: z.string(),
  sites: z.array(ClinicSite),
  members: z.array(ClinicMember),
  services: z.array(ClinicService),
});
export type Clinic = z.infer<typeof Clinic>;

/** Hours that repeat every week, in the local time of the site. */
export const HoursRule = z.object({
  site_id: Id,
  /** Weekday as in ISO 8601: Monday is 1. */
  weekday: z.number().int().min(1).max(7),
  starts: TimeOfDay,
  ends: EndOfHours,
  valid_from: Day,
  /** The last day on which the rule applies. Null: the rule has no end. */
  valid_to: Day.nullable(),
});
export type HoursRule = z.infer<typeof HoursRule>;

/** A day that differs from the weekly hours. */
export const HoursException = z.object({
  /** Null: the exception applies at every site. */
  site_id: Id.nullable(),
  day: Day,
  kind: ExceptionKind,
  /** Null: the exception covers the whole day. */
  starts: TimeOfDay.nullable(),
  ends: EndOfHours.nullable(),
});
export type HoursException = z.infer<typeof HoursException>;

const HoursSaved = z.object({
  rules: z.array(HoursRule).max(ClinicLimits.rules),
  exceptions: z.array(HoursException).max(ClinicLimits.exceptions),
  /** The version of the hours that the caller loaded. */
  version: Version,
  ...visitsSeen,
});
export type HoursSaved = z.infer<typeof HoursSaved>;

/** The hours of one practitioner, and the sites at which these hours can apply. */
export const Hours = z.object({
  sites: z.array(z.object({ id: Id, name: z.string(), clinic: z.string(), timezone: z.string() })),
  rules: z.array(HoursRule),
  /** The exceptions from yesterday onwards. */
  exceptions: z.array(HoursException),
  version: z.string(),
});
export type Hours = z.infer<typeof Hours>;

export const SiteDay = z.object({ day: Day, is_open: z.boolean(), name: words(ClinicLimits.day_name) });
export type SiteDay = z.infer<typeof SiteDay>;
const SiteDays = z.object({ days: z.array(SiteDay), version: z.string() });
export type SiteDays = z.infer<typeof SiteDays>;

/** A clinic as its desk sees it. */
const DeskClinic = z.object({
  id: Id,
  name: z.string(),
  sites: z.array(z.object({ id: Id, name: z.string(), timezone: z.string() })),
  practitioners: z.array(z.object({ id: Id, name: z.string() })),
});
export type DeskClinic = z.infer<typeof DeskClinic>;

const admin = (name: string, summary: string) => rpc(name, 'admin', 'clinics', summary);
const Saved = z.object({ id: Id });
const OneMember = z.object({ clinic_id: Id, user_id: Id });

export const clinics = {
  adminListClinics: admin('admin_list_clinics', 'List clinics with their places. Clinics that need a check come first')
    .input(z.object({}).optional())
    .output(z.array(ClinicRow)),
  adminGetClinic: admin('admin_get_clinic', 'Return a clinic with its places, rooms, people and services')
    .input(z.object({ clinic_id: Id }))
    .output(Clinic),
  adminSaveClinic: admin('admin_save_clinic', 'Add or rename a clinic, or deactivate it')
    .errors(changedSince)
    .input(
      z.object({ clinic_id: Id.nullish(), version: VersionSeen, name: Name, is_active: z.boolean().default(true) }),
    )
    .output(Saved),
  adminSaveSite: admin(
    'admin_save_clinic_site',
    'Add a place, or change one. This marks its country and time zone as checked',
  )
    .errors(changedSince)
    .input(
      z.object({
        site_id: Id.nullish(),
        version: VersionSeen,
        clinic_id: Id,
        name: Name,
        address: words(ClinicLimits.address).default(''),
        phone: words(ClinicLimits.phone).default(''),
        country: Country,
        timezone: text(60).refine(isStorable),
        is_active: z.boolean().default(true),
      }),
    )
    .output(Saved),
  adminSaveRoom: admin('admin_save_clinic_room', 'Add a room or a device of a place, or change one')
    .errors(changedSince)
    .input(
      z.object({
        room_id: Id.nullish(),
        version: VersionSeen,
        site_id: Id,
        name: text(ClinicLimits.room).refine(isStorable),
        kind: RoomKind,
        is_active: z.boolean().default(true),
      }),
    )
    .output(Saved),
  adminSaveMember: admin('admin_save_clinic_member', 'Give a practitioner a role at a clinic')
    .input(z.object({ clinic_id: Id, email: z.email().max(320), role: MemberRole }))
    .output(ClinicMember),
  adminInviteDesk: admin(
    'admin_invite_clinic_desk',
    'Create an account for the desk of a clinic, and send an invitation by email',
  )
    .input(
      z.object({
        clinic_id: Id,
        email: z.email().max(320),
        first_name: text(80).refine(isStorable),
        last_name: text(80).refine(isStorable),
        language: Language,
      }),
    )
    .output(ClinicMember),
  adminRemoveMember: admin('admin_remove_clinic_member', 'Remove a person and their hours from a clinic')
    .errors(clinicRefusals)
    .input(OneMember)
    .output(z.object({ removed: z.boolean() })),
  adminSaveService: admin('admin_save_clinic_service', 'Add a service of a clinic, or change one')
    .errors(changedSince)
    .input(ServiceFields.extend({ service_id: Id.nullish(), version: VersionSeen, clinic_id: Id }))
    .output(Saved),
  adminGetHours: admin('admin_get_clinic_hours', 'Return the hours of a practitioner at a clinic')
    .input(OneMember)
    .output(Hours),
  adminSaveHours: admin('admin_save_clinic_hours', 'Replace the hours of a practitioner at a clinic')
    .errors(savingRefusals)
    .input(HoursSaved.extend(OneMember.shape))
    .output(Hours),
  adminGetSiteDays: admin('admin_get_site_days', 'List the days on which a place is open or closed as an exception')
    .input(z.object({ site_id: Id }))
    .output(SiteDays),
  adminSaveSiteDays: admin('admin_save_site_days', 'Replace the future exceptions of a place')
    .errors(savingRefusals)
    .input(z.object({ site_id: Id, days: z.array(SiteDay).max(ClinicLimits.days), version: Version, ...visitsSeen }))
    .output(SiteDays),
  getMyHours: rpc('get_my_hours', 'practitioner', 'clinics', 'Return the caller’s hours at each of their clinics')
    .input(z.object({}).optional())
    .output(Hours),
  saveMyHours: rpc('save_my_hours', 'practitioner', 'clinics', 'Replace the caller’s hours')
    .errors(savingRefusals)
    .input(HoursSaved)
    .output(Hours),
  deskListClinics: rpc(
    'desk_list_clinics',
    'desk',
    'clinics',
    'List the desk’s clinics with their places and the people who have hours there',
  )
    .input(z.object({}).optional())
    .output(z.array(DeskClinic)),
  deskGetHours: rpc(
    'desk_get_clinic_hours',
    'desk',
    'clinics',
    'Return the hours of a practitioner at one of the desk’s clinics',
  )
    .input(OneMember)
    .output(Hours),
  deskSaveHours: rpc(
    'desk_save_clinic_hours',
    'desk',
    'clinics',
    'Replace the hours of a practitioner at one of the desk’s clinics',
  )
    .errors(savingRefusals)
    .input(HoursSaved.extend(OneMember.shape))
    .output(Hours),
  deskGetSiteDays: rpc(
    'desk_get_site_days',
    'desk',
    'clinics',
    'List the days on which a place of the desk is open or closed as an exception',
  )
    .input(z.object({ site_id: Id }))
    .output(SiteDays),
  deskSaveSiteDays: rpc(
    'desk_save_site_days',
    'desk',
    'clinics',
    'Replace the future exceptions of a place of the desk',
  )
    .errors(savingRefusals)
    .input(z.object({ site_id: Id, days: z.array(SiteDay).max(ClinicLimits.days), version: Version, ...visitsSeen }))
    .output(SiteDays),
};
