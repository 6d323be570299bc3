import { AppointmentLimits } from '#contract/appointments.ts';
import {
  findService,
  findSlots,
  type FreedTime,
  forgetFreedTime,
  listFreedTimes,
  listSites,
  slotsOf,
} from '#server/domains/bookings/index.ts';
import { listSignedPlans } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { openDirect } from '../direct/open-direct.ts';
import { planFor } from '../direct/plan-of-act.ts';
import { type FreeTime, fits } from './fits.ts';
import { findOpenForUpdate, type Wait } from './waits.queries.ts';

const MINUTE_MS = 60_000;
/** For one freed time, the job considers at most this many entries of the waiting list. */
const MOST_IN_LINE = 200;

/**
 * Offers each freed time to the waiting list. A wait fits if its service can begin and end within the freed time, with
 * the same practitioner and at the same site. The service may differ from the service that was booked. The start must
 * be one that patients can book now. Patients who have waited longest come first, across all services. If a shorter
 * visit leaves free time, that time is offered to the next patients.
 */
export async function offerFreedTimes(ctx: Context): Promise<void> {
  const freed = await withSystem(ctx.system, (tx) => listReady(ctx, tx));
  await oneByOne(
    ctx.log,
    freed.map((time) => ({ ...time, id: String(time.id), time })),
    ({ time }) => goThroughLine(ctx, time),
  );
}

/**
 * Lists the freed times that may be offered now. A time that the team has just freed is left out as long as the team can
 * undo the change, because the undo must be able to take the time again.
 */
async function listReady(ctx: Context, tx: Tx): Promise<FreedTime[]> {
  const freed = await listFreedTimes(tx, ctx.clock.now());
  const undoable = await listUndoable(
    tx,
    freed.map(({ time_id }) => time_id),
    new Date(ctx.clock.now().getTime() - AppointmentLimits.undo_s * 1000),
  );
  return freed.filter(({ time_id }) => !undoable.has(time_id));
}

async function listUndoable(tx: Tx, timeIds: readonly string[], changedAfter: Date): Promise<Set<string>> {
  if (timeIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('appointment_offer_times as t')
    .innerJoin('appointment_offers as o', 'o.id', 't.offer_id')
    .innerJoin('appointment_events as e', 'e.appointment_id', 'o.appointment_id')
    .select('t.time_id')
    .where('t.time_id', 'in', [...timeIds])
    .where('e.kind', '=', 'status_changed')
    .where('e.by_patient', '=', false)
    .where('e.at', '>', changedAfter)
    .execute();
  return new Set(rows.map(({ time_id }) => time_id));
}

/**
 * Offers one freed time to the patients on the waiting list, one after the other. Each patient's wait is handled in its
 * own transaction, so that a refusal or an error does not stop the others. The transaction locks the row of the wait, so
 * a second run of the job cannot handle the same wait at the same moment.
 */
async function goThroughLine(ctx: Context, time: FreedTime): Promise<void> {
  const line = await withSystem(ctx.system, (tx) => listLine(tx, time));
  try {
    await oneByOne(ctx.log, line, async ({ id }) => {
      try {
        await withSystem(ctx.system, (tx) => offerTo(ctx, tx, id, time));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        ctx.log.info({ wait_id: id, code: error.code }, 'a freed time cannot be given to somebody who waits');
      }
    });
  } finally {
    // The freed time is forgotten even after an error. Otherwise a wait that fails each time would keep it in the list
    // for ever.
    await withSystem(ctx.system, (tx) => forgetFreedTime(tx, time.id));
  }
}

/** Lists open waits of patients who may get an offer, for services that this practitioner carries out. */
const listLine = (tx: Tx, { practitioner_id, site_id }: FreedTime): Promise<{ id: string }[]> =>
  tx
    .selectFrom('appointment_waits as w')
    .innerJoin('users as u', 'u.id', 'w.patient_id')
    .innerJoin('service_practitioners as p', 'p.service_id', 'w.service_id')
    .select('w.id')
    .where('p.user_id', '=', practitioner_id)
    .where('w.ended_at', 'is', null)
    .where('w.paused_at', 'is', null)
    .where('u.role', '=', 'patient')
    .where('u.suspended_at', 'is', null)
    .where('u.closed_at', 'is', null)
    .where((is) => is.or([is('w.practitioner_id', 'is', null), is('w.practitioner_id', '=', practitioner_id)]))
    .where((is) => is.or([is('w.site_id', 'is', null), is('w.site_id', '=', site_id)]))
    .orderBy('w.in_line_since')
    .orderBy('w.id')
    .limit(MOST_IN_LINE)
    .execute();

/**
 * Offers a freed time to one patient on the waiting list.
 *
 * @throws Refusal if the patient cannot get the time: a doctor wants to talk first, the quote would be incomplete, or
 * the time is taken
 */
async function offerTo(ctx: Context, tx: Tx, waitId: string, freed: FreedTime): Promise<void> {
  const wait = await findOpenForUpdate(tx, waitId);
  if (!wait || wait.paused_at || (await isOffered(tx, wait))) return;
  const chosen = await chooseTime(ctx, tx, wait, freed);
  if (!chosen) return;
  const { time, until, treatment } = chosen;
  const { patient_id, service_id } = wait;
  const { practitioner_id, site_id, starts_at } = time;
  const { appointment_id } = await openDirect(ctx, tx, {
    patient_id,
    service_id,
    practitioner_id,
    site_id,
    starts_at,
    case_id: await findCase(tx, patient_id, treatment, starts_at),
    held_until: until,
    by: 'waiting_list',
  });
  const offer = tx.selectFrom('appointment_offers').select('id').where('appointment_id', '=', appointment_id);
  const { id: offer_id } = await offer.executeTakeFirstOrThrow();
  const offered_at = ctx.clock.now();
  await tx
    .insertInto('appointment_wait_offers')
    .values({
      patient_id,
      practitioner_id,
      starts_at,
      wait_id: waitId,
      offer_id,
      offered_at,
      until,
      told_at: null,
      outcome: null,
    })
    .execute();
}

/** Returns whether the patient already has an open offer for this service, even from an earlier wait that has ended. */
const isOffered = async (tx: Tx, { patient_id, service_id }: Wait): Promise<boolean> =>
  (await tx
    .selectFrom('appointment_wait_offers as kept')
    .innerJoin('appointment_waits as w', 'w.id', 'kept.wait_id')
    .select('kept.offer_id')
    .where('kept.patient_id', '=', patient_id)
    .where('w.service_id', '=', service_id)
    .where('kept.outcome', 'is', null)
    .executeTakeFirst()) !== undefined;

/** Chooses the first start within the freed time that fits the wait and was never offered to the patient. */
async function chooseTime(ctx: Context, tx: Tx, wait: Wait, freed: FreedTime) {
  const service = await findService(tx, wait.service_id);
  const [site] = service ? await listSites(tx, service.clinic_id, freed.site_id) : [];
  if (!service?.is_direct || !site) return undefined;
  const last = freed.ends_at.getTime() - service.minutes * MINUTE_MS;
  if (last < freed.starts_at.getTime()) return undefined;
  const { practitioner_id, site_id } = freed;
  const now = ctx.clock.now();
  const { free } = await findSlots(
    tx,
    { service_id: service.id, practitioner_id, site_id, from: freed.starts_at, to: new Date(last + 1) },
    { by: 'patient', now },
  );
  const offered = await listOfferedTo(tx, wait.patient_id, practitioner_id);
  for (const slot of slotsOf(free)) {
    const starts_at = new Date(slot.starts_at);
    const time: FreeTime = { practitioner_id, site_id, starts_at, timezone: site.timezone };
    const until = limitOf({ now, starts_at, lead_hours: service.lead_hours, zone: wait.zone });
    if (until && fits(wait, time) && !offered.has(slot.starts_at)) return { time, until, treatment: service.treatment };
  }
  return undefined;
}

const listOfferedTo = async (tx: Tx, patientId: string, practitionerId: string): Promise<Set<number>> => {
  const rows = await tx
    .selectFrom('appointment_wait_offers')
    .select('starts_at')
    .where('patient_id', '=', patientId)
    .where('practitioner_id', '=', practitionerId)
    .execute();
  return new Set(rows.map(({ starts_at }) => starts_at.getTime()));
};

/** Returns the case whose signed plan proposes the treatment. The quote names the products of that plan. */
async function findCase(tx: Tx, patientId: string, act: Parameters<typeof planFor>[1], at: Date) {
  const plans = await listSignedPlans(tx, patientId, at);
  return planFor(plans, act, 'en')?.case_id ?? null;
}

const HOUR_MS = 3_600_000;
/** The length of the hold in hours. Only daytime hours are counted. */
const KEPT_HOURS = 2;
/** The shortest hold in hours. A freed time that cannot be held this long is not offered. */
const LEAST_HOURS = 1;
/** The hours at which the night begins and ends in the patient's time zone. */
const NIGHT_FROM = 21;
const NIGHT_TO = 8;

interface Offered {
  readonly now: Date;
  readonly starts_at: Date;
  /** The lead time of the clinic's service in hours. The patient must pay before the lead time begins. */
  readonly lead_hours: number;
  /** The time zone of the patient. */
  readonly zone: string;
}

/**
 * Returns the time until which a freed time is held for a patient. The hold lasts two hours, not counting the night. It
 * ends earlier if the lead time of the service begins earlier. If less than an hour of daytime is left, the freed time
 * is not offered, and the result is null.
 */
export function limitOf({ now, starts_at, lead_hours, zone }: Offered): Date | null {
  const latest = starts_at.getTime() - lead_hours * HOUR_MS;
  if (afterHoursByDay(now, LEAST_HOURS, zone) > latest) return null;
  return new Date(Math.min(afterHoursByDay(now, KEPT_HOURS, zone), latest));
}

function afterHoursByDay(from: Date, hours: number, zone: string): number {
  let at = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(zone);
  let left = hours * HOUR_MS;
  for (;;) {
    at = outOfNight(at);
    const day = at.withPlainTime({ hour: NIGHT_FROM }).epochMilliseconds - at.epochMilliseconds;
    if (left <= day) return at.epochMilliseconds + left;
    left -= day;
    at = at.withPlainTime({ hour: NIGHT_FROM });
  }
}

/** Returns a daytime instant unchanged. For an instant at night, returns the end of that night. */
function outOfNight(at: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  if (at.hour < NIGHT_TO) return at.withPlainTime({ hour: NIGHT_TO });
  return at.hour >= NIGHT_FROM ? at.add({ days: 1 }).withPlainTime({ hour: NIGHT_TO }) : at;
}
