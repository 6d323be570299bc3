import { BookingLimits, type DeskSlotsAsked, type Slots, type SlotsAsked } from '#contract/bookings.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import {
  findBookedService,
  findService,
  listExceptions,
  listHours,
  listServicePractitioners,
  listServiceRooms,
  listSiteDays,
  listSites,
  listTaken,
  type Service,
} from './find-slots.queries.ts';
import type { Range } from './ranges.ts';
import { DAY_MS, dayText } from './site-clock.ts';
import { computeSlots, earliest, type FreeStarts } from './slots.ts';

export interface Wanted {
  readonly service_id: string;
  readonly site_id?: string | undefined;
  readonly practitioner_id?: string | undefined;
  readonly from: Date;
  readonly to: Date;
}

export interface SlotRules {
  /**
   * The role of the caller. Lead time and days ahead apply only to patients. Patients see only services that they can
   * book themselves.
   */
  readonly by: 'patient' | 'desk';
  readonly now: Date;
  /** The booked time that the caller is moving. It is not treated as taken. */
  readonly except?: string | undefined;
  /** True if the desk needs another time for a visit that is booked. Its clinic may no longer offer the service. */
  readonly is_booked?: boolean | undefined;
}

export interface FoundSlots {
  readonly service: Service;
  readonly sites: readonly { readonly id: string; readonly name: string; readonly timezone: string }[];
  readonly practitioners: readonly { readonly id: string; readonly name: string }[];
  /** The free starts, sorted by practitioner, site and time. */
  readonly free: readonly FreeStarts[];
}

const MINUTE_MS = 60_000;
/** The number of days ahead for which the desk sees slots. Patients see at most 365 days. */
export const DESK_DAYS = 730;

/**
 * Finds the slots of a service for all its practitioners, with one query for each table.
 *
 * @throws Refusal NOT_FOUND if the service is not offered, or if the caller is a patient and only the desk books the
 * service
 */
export async function findSlots(tx: Tx, wanted: Wanted, rules: SlotRules): Promise<FoundSlots> {
  const service = await (rules.is_booked ? findBookedService : findService)(tx, wanted.service_id);
  if (!service || (rules.by === 'patient' && !service.is_direct)) throw new Refusal('NOT_FOUND');
  const sites = await listSites(tx, service.clinic_id, wanted.site_id);
  const practitioners = await listServicePractitioners(tx, service.id, wanted.practitioner_id);
  if (sites.length === 0 || practitioners.length === 0) return { service, sites: [], practitioners: [], free: [] };
  const within = { from: wanted.from.getTime(), to: wanted.to.getTime() };
  const asked = { service, siteIds: idsOf(sites), practitionerIds: idsOf(practitioners), within };
  const known = await readRules(tx, asked, rules);
  const free = computeSlots({
    service: rules.by === 'patient' ? service : { ...service, lead_hours: 0, days_ahead: DESK_DAYS },
    sites: sites.map((site) => ({ ...site, days: known.days.get(site.id) ?? [], rooms: known.roomsAt(site.id) })),
    practitioners: practitioners.map(({ id }) => ({
      id,
      hours: known.hours.get(id) ?? [],
      exceptions: known.exceptions.get(id) ?? [],
      taken: known.taken.get(id) ?? [],
    })),
    now: rules.now.getTime(),
    ...within,
  });
  return { service, sites, practitioners, free };
}

interface AskedRules {
  readonly service: Service;
  readonly siteIds: readonly string[];
  readonly practitionerIds: readonly string[];
  /** The period in which the slots must begin. */
  readonly within: Range;
}

async function readRules(
  tx: Tx,
  { service, siteIds, practitionerIds, within }: AskedRules,
  { now, except }: SlotRules,
) {
  // The days are read from two days before the period to two days after it. One day is for the local date, which can
  // differ from the UTC date by one day. The other is the day that `clockOf` adds on each side.
  const first = dayText(Math.floor(within.from / DAY_MS) - 2);
  const last = dayText(Math.floor(within.to / DAY_MS) + 2);
  const allRooms = service.is_video ? [] : await listServiceRooms(tx, service.id);
  const rooms = allRooms.filter(({ is_active, site_id }) => is_active && siteIds.includes(site_id));
  const visits = {
    from: within.from - service.buffer_before * MINUTE_MS,
    to: within.to + (service.minutes + service.buffer_after) * MINUTE_MS,
  };
  const taken = await listTaken(tx, { practitionerIds, roomIds: idsOf(rooms), within: visits, now, except });
  return {
    days: Map.groupBy(await listSiteDays(tx, siteIds, first, last), ({ site_id }) => site_id),
    hours: Map.groupBy(await listHours(tx, siteIds, practitionerIds), ({ user_id }) => user_id),
    exceptions: Map.groupBy(await listExceptions(tx, practitionerIds, first, last), ({ user_id }) => user_id),
    taken,
    /**
     * The active rooms of a site, or null if the clinic's service needs no room. If the service needs a room but the
     * site has no active room for it, the list is empty and the site has no slots.
     */
    roomsAt: (siteId: string) =>
      allRooms.length === 0
        ? null
        : rooms.filter((room) => room.site_id === siteId).map(({ id }) => ({ id, taken: taken.get(id) ?? [] })),
  };
}

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

/** Returns the slots for a patient. */
export const listSlots = (ctx: Context, { userId }: SignedIn, asked: SlotsAsked): Promise<Slots> =>
  withUser(ctx.db, userId, (tx) => show(ctx, tx, asked, { by: 'patient' }));

/** Returns the slots for the desk. */
export const listSlotsForDesk = (
  ctx: Context,
  { userId }: SignedIn,
  { except, ...asked }: DeskSlotsAsked,
): Promise<Slots> =>
  withStaff(ctx.db, userId, (tx) => show(ctx, tx, asked, { by: 'desk', except, is_booked: except !== undefined }));

async function show(ctx: Context, tx: Tx, asked: SlotsAsked, rules: Omit<SlotRules, 'now'>): Promise<Slots> {
  const wanted = { ...asked, from: new Date(asked.from), to: new Date(asked.to) };
  return showSlots(await findSlots(tx, wanted, { ...rules, now: ctx.clock.now() }));
}

export function showSlots({ service, sites, practitioners, free }: FoundSlots): Slots {
  const { shown, more_from } = earliest(free, BookingLimits.slots);
  const at = new Set(shown.map(({ site_id }) => site_id));
  const who = new Set(shown.map(({ practitioner_id }) => practitioner_id));
  return {
    service: {
      id: service.id,
      name_en: service.name_en,
      name_fr: service.name_fr,
      minutes: service.minutes,
      is_video: service.is_video,
      price_cents: service.price_cents,
      deposit_cents: service.deposit_cents,
      currency: service.currency,
      free_until_hours: service.free_until_hours,
    },
    sites: sites.filter(({ id }) => at.has(id)).map(({ id, name, timezone }) => ({ id, name, timezone })),
    practitioners: practitioners.filter(({ id }) => who.has(id)),
    slots: shown.map(({ starts_at, site_id, practitioner_id }) => ({
      starts_at: new Date(starts_at).toISOString(),
      site_id,
      practitioner_id,
    })),
    more_from: more_from === null ? null : new Date(more_from).toISOString(),
  };
}
