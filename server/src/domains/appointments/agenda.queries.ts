import { sql } from 'kysely';
import { AgendaLimits } from '#contract/agenda.ts';
import type { BookedState } from '#contract/bookings.ts';
import type { ReviewState } from '#contract/reviews.ts';
import type { Tx } from '#server/platform/db/db.ts';
import './appointments.table.ts';

export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** The states of the booked times that agendas show. */
const shown: readonly BookedState[] = ['held', 'booked', 'arrived', 'done', 'no_show'];

const rangeOf = ({ from, to }: Span) => sql`tstzrange(${from}, ${to})`;

/**
 * Selects the booked times that overlap the span and that the caller may see. Each row includes the appointment for
 * which the time is reserved. The columns of the appointment are null if the time is not reserved.
 */
const timesIn = (tx: Tx, span: Span) =>
  tx
    .selectFrom('booked_times as b')
    .innerJoin('clinic_sites as s', 's.id', 'b.site_id')
    .innerJoin('clinic_services as v', 'v.id', 'b.service_id')
    .leftJoin('clinic_rooms as r', 'r.id', 'b.room_id')
    .leftJoin('appointment_offer_times as t', 't.time_id', 'b.id')
    .leftJoin('appointment_offers as o', 'o.id', 't.offer_id')
    .leftJoin('appointments as a', 'a.id', 'o.appointment_id')
    .select([
      'b.id',
      'b.practitioner_id',
      'b.state',
      sql<Date>`lower(b.during)`.as('starts_at'),
      sql<Date>`upper(b.during)`.as('ends_at'),
      sql<Date>`lower(b.blocked)`.as('blocked_from'),
      sql<Date>`upper(b.blocked)`.as('blocked_until'),
      'b.held_until',
      'b.late_minutes',
      'b.service_id',
      'v.name_en',
      'v.name_fr',
      sql<boolean>`coalesce(o.is_video, v.is_video)`.as('is_video'),
      'v.is_review',
      'b.site_id',
      's.name as site_name',
      's.timezone',
      'r.name as room_name',
      'a.id as appointment_id',
      'a.number',
      'a.status',
      'a.patient_full_name',
    ])
    .where(sql<boolean>`b.during && ${rangeOf(span)}`)
    .orderBy(sql`lower(b.during)`)
    .orderBy('b.id')
    .limit(AgendaLimits.rows + 1);

/** Adds the patient and the treatment, which the desk of a clinic may not read. */
const withTreatment = (tx: Tx, span: Span) => timesIn(tx, span).select(['a.patient_id', 'a.requested_treatment']);

export type AnyTimeRow = Awaited<ReturnType<ReturnType<typeof timesIn>['execute']>>[number];
export type TimeRow = Awaited<ReturnType<typeof listTimesOf>>[number];

export const listTimesOf = (tx: Tx, practitionerId: string, span: Span) =>
  withTreatment(tx, span).where('b.practitioner_id', '=', practitionerId).where('b.state', 'in', shown).execute();

export interface TimeFilter {
  readonly site_id?: string | null | undefined;
  readonly practitioner_id?: string | null | undefined;
  readonly service_id?: string | null | undefined;
  readonly state?: BookedState | null | undefined;
}

export const listTimes = (tx: Tx, span: Span, filter: TimeFilter) =>
  withTreatment(tx, span).where(matches(filter)).execute();

/** Lists booked times for the desk of a clinic, with the patient's phone number instead of the treatment. */
export const listTimesAtDesk = (tx: Tx, span: Span, filter: TimeFilter) =>
  timesIn(tx, span).select('a.patient_phone').where(matches(filter)).execute();

const matches = ({ site_id, practitioner_id, service_id, state }: TimeFilter) => sql<boolean>`
  b.state = any(${state ? [state] : shown}) and b.site_id = coalesce(${site_id ?? null}::uuid, b.site_id)
  and b.practitioner_id = coalesce(${practitioner_id ?? null}::uuid, b.practitioner_id)
  and b.service_id = coalesce(${service_id ?? null}::uuid, b.service_id)`;

/** Lists the practitioner's visits that the patient attended, the latest first. */
export const listAttended = (tx: Tx, practitionerId: string, span: Span) =>
  withTreatment(tx, span)
    .clearOrderBy()
    .where('b.practitioner_id', '=', practitionerId)
    .where('b.state', 'in', ['arrived', 'done'])
    .where('a.id', 'is not', null)
    .orderBy(sql`lower(b.during)`, 'desc')
    .execute();

/** Returns the visits in `timeIds` that have a treatment record. */
export async function recordedOf(tx: Tx, timeIds: readonly string[]): Promise<Set<string>> {
  if (timeIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select id from recorded_visits(${timeIds}) as id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns the state of the review visit after each of these visits. The keys of the map are the ids of the visits'
 * booked times.
 */
export async function reviewsOf(tx: Tx, timeIds: readonly string[]): Promise<Map<string, ReviewState>> {
  if (timeIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('visit_reviews')
    .select(['visit_id', 'state'])
    .where('visit_id', 'in', [...timeIds])
    .where('state', '<>', 'undone')
    .execute();
  return new Map(rows.map(({ visit_id, state }) => [visit_id, state]));
}

/** Lists the busy times of the practitioner's external calendars. */
export const listBusy = (tx: Tx, practitionerId: string, span: Span) =>
  tx
    .selectFrom('busy_times')
    .select([sql<Date>`lower(during)`.as('from'), sql<Date>`upper(during)`.as('to')])
    .where('user_id', '=', practitionerId)
    .where(sql<boolean>`during && ${rangeOf(span)}`)
    .where(sql<boolean>`not lower_inf(during) and not upper_inf(during)`)
    .orderBy(sql`lower(during)`)
    .limit(AgendaLimits.busy)
    .execute();

/**
 * Returns one case for each patient: the newest case that the caller is in charge of. If there is none, returns the
 * newest case that the caller opened with a reason.
 */
export async function newestCases(tx: Tx, patientIds: readonly string[]): Promise<Map<string, string>> {
  if (patientIds.length === 0) return new Map();
  const { rows } = await sql<{ patient_id: string; id: string }>`
    select distinct on (patient_id) patient_id, id from my_cases()
    where patient_id = any(${patientIds}) and coalesce(practitioner_id, assigned_to) is not null
    order by patient_id, coalesce(practitioner_id, assigned_to)::text = request_user_id() desc, received_at desc`.execute(
    tx,
  );
  return new Map(rows.map(({ patient_id, id }) => [patient_id, id]));
}

/** Lists the active sites of the clinics where a person works. */
export const listSitesOf = (tx: Tx, userId: string) =>
  tx
    .selectFrom('clinic_sites as s')
    .innerJoin('clinic_members as m', 'm.clinic_id', 's.clinic_id')
    .select(['s.id', 's.name', 's.timezone'])
    .where('m.user_id', '=', userId)
    .where('s.is_active', '=', true)
    .orderBy('s.name')
    .orderBy('s.id')
    .execute();

export const hasHours = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx.selectFrom('availability_rules').select('id').where('user_id', '=', userId).limit(1).execute()).length > 0;

const MAX_CHOICES = 500;

/** Lists the options of the calendar's filters: the sites, services and practitioners that the caller may see. */
export async function listChoices(tx: Tx) {
  const sites = tx.selectFrom('clinic_sites').select(['id', 'name', 'timezone']).where('is_active', '=', true);
  const services = tx.selectFrom('clinic_services').select(['id', 'name_en', 'name_fr']).where('is_active', '=', true);
  const practitioners = tx
    .selectFrom('clinic_members as m')
    .innerJoin('people as p', 'p.id', 'm.user_id')
    .select(['p.id', 'p.name'])
    .distinct()
    .where('m.role', 'in', ['owner', 'practitioner', 'nurse']);
  return {
    sites: await sites.orderBy('name').orderBy('id').limit(MAX_CHOICES).execute(),
    services: await services.orderBy('name_en').orderBy('id').limit(MAX_CHOICES).execute(),
    practitioners: await practitioners.orderBy('p.name').orderBy('p.id').limit(MAX_CHOICES).execute(),
  };
}

/** Returns the appointment for which a time is reserved, with its offer. */
export const findVisit = (tx: Tx, timeId: string) =>
  tx
    .selectFrom('appointment_offer_times as t')
    .innerJoin('appointment_offers as o', 'o.id', 't.offer_id')
    .innerJoin('appointments as a', 'a.id', 'o.appointment_id')
    .select(['a.id as appointment_id', 'a.patient_id', 'o.id as offer_id'])
    .where('t.time_id', '=', timeId)
    .executeTakeFirst();
