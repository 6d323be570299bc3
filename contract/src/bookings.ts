import * as z from 'zod';
import { CalendarInstant, Id, Instant, isStorable, rpc, text } from './base.ts';

/**
 * States of a booked time. While a patient decides about an offer, the time is held. Afterwards it is booked or
 * released. After the visit, the state shows how the visit ended.
 */
export const BookedStates = ['held', 'booked', 'arrived', 'done', 'no_show', 'cancelled', 'released'] as const;
export const BookedState = z.enum(BookedStates);
export type BookedState = z.infer<typeof BookedState>;

export const BookingLimits = {
  /** The maximum number of days that one request for slots may span. */
  days: 31,
  /** The maximum number of slots in one answer. `more_from` is the start of the first slot of the next answer. */
  slots: 2000,
} as const;

export const bookingRefusals = {
  /** Another patient has the time, or the time was never free. Choose another time. */
  TIME_TAKEN: { status: 409, data: z.object({ starts_at: Instant }) },
  /** The time is free, but outside of the practitioner's hours. Send allow_outside_hours to reserve it anyway. */
  OUTSIDE_HOURS: { status: 409, data: z.object({ starts_at: Instant }) },
} as const;

const DAY_MS = 24 * 3_600_000;

const SlotsOf = z.object({
  service_id: Id,
  site_id: Id.optional(),
  practitioner_id: Id.optional(),
  /** The period in which slots begin. `from` is included, `to` is not. */
  from: CalendarInstant,
  to: CalendarInstant,
});
const isSpan = ({ from, to }: Pick<z.output<typeof SlotsOf>, 'from' | 'to'>) =>
  from < to && Date.parse(to) - Date.parse(from) <= BookingLimits.days * DAY_MS;
export const SlotsAsked = SlotsOf.refine(isSpan, { path: ['to'] });
/**
 * `except` is the id of the booked time that the desk wants to move. The server then treats this time as free. It also
 * lists slots if the clinic no longer offers the service.
 */
const DeskSlotsAsked = SlotsOf.extend({ except: Id.optional() }).refine(isSpan, { path: ['to'] });
export type DeskSlotsAsked = z.output<typeof DeskSlotsAsked>;
export type SlotsAsked = z.output<typeof SlotsAsked>;

export const Slots = z.object({
  service: z.object({
    id: Id,
    name_en: z.string(),
    name_fr: z.string(),
    minutes: z.number().int(),
    is_video: z.boolean(),
    /** The price in cents. Null: the clinic states the price in a quote. */
    price_cents: z.number().int().nullable(),
    /** The deposit that the patient pays first. Null: the patient pays the whole price. */
    deposit_cents: z.number().int().nullable(),
    currency: z.string(),
    /**
     * The patient can cancel free of charge until this many hours before the visit. If the patient cancels later, the
     * clinic keeps the deposit.
     */
    free_until_hours: z.number().int(),
  }),
  /** The sites and practitioners that appear in `slots`. */
  sites: z.array(z.object({ id: Id, name: z.string(), timezone: z.string() })),
  practitioners: z.array(z.object({ id: Id, name: z.string() })),
  /** Sorted by start time. */
  slots: z.array(z.object({ starts_at: Instant, site_id: Id, practitioner_id: Id })),
  /** The start of the first slot that is not in this answer. Null: all slots are in this answer. */
  more_from: Instant.nullable(),
});
export type Slots = z.input<typeof Slots>;

/**
 * The maximum number of secret calendar addresses (`CalendarFeed`) of one practitioner or one site. It is also the
 * maximum number of imported calendars of one practitioner.
 */
export const MOST_CALENDARS = 10;

/** Reasons why a calendar could not be read. `messages/<language>/bookings.json` has a sentence for each. */
export const CalendarFaults = [
  'not_allowed',
  'denied',
  'not_found',
  'unavailable',
  'too_slow',
  'too_large',
  'too_many_redirects',
  'not_a_calendar',
] as const;
export const CalendarFault = z.enum(CalendarFaults);
export type CalendarFault = z.infer<typeof CalendarFault>;

/**
 * A secret address at which a calendar program reads appointments. The screen shows the address once, when it is
 * created.
 */
export const CalendarFeed = z.object({
  id: Id,
  /** True: the calendar entries contain the names of the patients. */
  shows_names: z.boolean(),
  created_at: Instant,
  read_at: Instant.nullable(),
});
export type CalendarFeed = z.infer<typeof CalendarFeed>;

/**
 * An imported calendar. The service offers no slots at times that are busy in it. Screens show only the host of the
 * address, because the address may be a secret.
 */
export const BusyCalendar = z.object({
  id: Id,
  name: z.string(),
  host: z.string(),
  created_at: Instant,
  read_at: Instant.nullable(),
  /** The reason why the last attempt to read the calendar failed. Null: the attempt succeeded, or there was none. */
  fault: CalendarFault.nullable(),
});
export type BusyCalendar = z.infer<typeof BusyCalendar>;

export const MyCalendars = z.object({ feeds: z.array(CalendarFeed), busy: z.array(BusyCalendar) });
export type MyCalendars = z.infer<typeof MyCalendars>;

export const SiteCalendars = z.object({
  sites: z.array(z.object({ id: Id, name: z.string(), feeds: z.array(CalendarFeed) })),
});
export type SiteCalendars = z.infer<typeof SiteCalendars>;

const refusals = {
  TOO_MANY_CALENDARS: { status: 409, data: z.object({ most: z.number().int() }) },
  /** The address must use https on its usual port and contain no password. */
  CALENDAR_ADDRESS: { status: 422 },
} as const;
const tooMany = { TOO_MANY_CALENDARS: refusals.TOO_MANY_CALENDARS } as const;

const showsNames = { shows_names: z.boolean().default(false) };
const one = z.object({ id: Id });

export const bookings = {
  listSlots: rpc(
    'list_slots',
    'patient',
    'bookings',
    'List the free times of a service that patients can choose themselves',
  )
    .input(SlotsAsked)
    .output(Slots),
  adminListSlots: rpc(
    'admin_list_slots',
    'admin',
    'bookings',
    'List all times at which a service can begin from now on. Lead times do not apply to administrators',
  )
    .input(DeskSlotsAsked)
    .output(Slots),
  listMyCalendars: rpc(
    'list_my_calendars',
    'verifiedPractitioner',
    'bookings',
    'List the calendar addresses of the caller’s appointments, and the calendars that block their time',
  ).output(MyCalendars),
  makeMyCalendarFeed: rpc(
    'make_my_calendar_feed',
    'verifiedPractitioner',
    'bookings',
    'Create a secret calendar address of the caller’s appointments',
  )
    .errors(tooMany)
    .input(z.object(showsNames))
    .output(MyCalendars.extend({ address: z.string() })),
  revokeMyCalendarFeed: rpc(
    'revoke_my_calendar_feed',
    'verifiedPractitioner',
    'bookings',
    'Delete a calendar address of the caller permanently',
  )
    .input(one)
    .output(MyCalendars),
  addBusyCalendar: rpc(
    'add_busy_calendar',
    'verifiedPractitioner',
    'bookings',
    'Add a published calendar whose busy times block the caller’s time',
  )
    .errors(refusals)
    .input(
      z.object({
        /** An https or webcal address. */
        address: z.string().trim().min(1).max(1000).refine(isStorable),
        name: text(80, 0).refine(isStorable).default(''),
      }),
    )
    .output(MyCalendars),
  removeBusyCalendar: rpc(
    'remove_busy_calendar',
    'verifiedPractitioner',
    'bookings',
    'Remove a calendar that blocks the caller’s time',
  )
    .input(one)
    .output(MyCalendars),
  adminListSiteCalendars: rpc(
    'admin_list_site_calendars',
    'admin',
    'bookings',
    'List the secret calendar addresses of each place’s appointments',
  ).output(SiteCalendars),
  adminMakeSiteCalendar: rpc(
    'admin_make_site_calendar',
    'admin',
    'bookings',
    'Create a secret calendar address of a place’s appointments',
  )
    .errors(tooMany)
    .input(z.object({ site_id: Id, ...showsNames }))
    .output(z.object({ address: z.string() })),
  adminRevokeSiteCalendar: rpc(
    'admin_revoke_site_calendar',
    'admin',
    'bookings',
    'Delete a calendar address of a place permanently',
  )
    .input(one)
    .output(z.object({})),
  deskListSiteCalendars: rpc(
    'desk_list_site_calendars',
    'desk',
    'bookings',
    'List the secret calendar addresses of the desk’s places',
  ).output(SiteCalendars),
  deskMakeSiteCalendar: rpc(
    'desk_make_site_calendar',
    'desk',
    'bookings',
    'Create a secret calendar address of a place of the desk',
  )
    .errors(tooMany)
    .input(z.object({ site_id: Id, ...showsNames }))
    .output(z.object({ address: z.string() })),
  deskRevokeSiteCalendar: rpc(
    'desk_revoke_site_calendar',
    'desk',
    'bookings',
    'Delete a calendar address of a place of the desk permanently',
  )
    .input(one)
    .output(z.object({})),
};
