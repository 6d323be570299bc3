import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';
import '../appointments.table.ts';

/**
 * Returns the visit that the paid or agreed offer of an appointment reserves, with the columns that decide whether the
 * visit gets a review.
 */
export const findVisitToReview = (tx: Tx, appointmentId: string) =>
  tx
    .selectFrom('appointment_offers as o')
    .innerJoin('appointment_offer_times as t', 't.offer_id', 'o.id')
    .innerJoin('booked_times as b', 'b.id', 't.time_id')
    .innerJoin('clinic_services as v', 'v.id', 'b.service_id')
    .innerJoin('clinic_sites as s', 's.id', 'b.site_id')
    .innerJoin('appointments as a', 'a.id', 'o.appointment_id')
    .select(['b.id', 'b.clinic_id', 'b.site_id', 'b.practitioner_id', 'b.state'])
    .select([sql<Date>`lower(b.during)`.as('starts_at'), 's.timezone', 'v.is_review', 'v.treatment'])
    .select(['a.requested_treatment'])
    .where('o.appointment_id', '=', appointmentId)
    .where('o.state', 'in', ['paid', 'agreed'])
    .where('b.state', 'in', ['booked', 'arrived', 'done'])
    .executeTakeFirst();
export type VisitToReview = NonNullable<Awaited<ReturnType<typeof findVisitToReview>>>;

/** Returns the service that the clinic offers as a review visit and that this practitioner carries out. */
export const findReviewService = (tx: Tx, { clinic_id, practitioner_id }: VisitToReview) =>
  tx
    .selectFrom('clinic_services as v')
    .innerJoin('service_practitioners as p', 'p.service_id', 'v.id')
    .select(['v.id', 'v.lead_hours'])
    .where('v.clinic_id', '=', clinic_id)
    .where('v.is_review', '=', true)
    .where('v.is_active', '=', true)
    .where('p.user_id', '=', practitioner_id)
    .orderBy('v.created_at')
    .orderBy('v.id')
    .executeTakeFirst();

export const findReviewOf = (tx: Tx, appointmentId: string) =>
  tx
    .selectFrom('visit_reviews')
    .selectAll()
    .where('appointment_id', '=', appointmentId)
    .where('state', '<>', 'undone')
    .forUpdate()
    .executeTakeFirst();

/** Selects open review visits with their visit and their held time. Patients may read all of the selected columns. */
export const openReviews = (tx: Tx, now: Date) =>
  tx
    .selectFrom('visit_reviews as r')
    .innerJoin('booked_times as visit', 'visit.id', 'r.visit_id')
    .innerJoin('booked_times as b', 'b.id', 'r.time_id')
    .innerJoin('clinic_sites as s', 's.id', 'b.site_id')
    .innerJoin('clinic_services as v', 'v.id', 'r.service_id')
    .innerJoin('clinic_sites as visited', 'visited.id', 'visit.site_id')
    .select(['r.id', 'r.appointment_id', 'r.service_id', 'r.time_id', 'r.expires_at', 'b.practitioner_id', 'b.site_id'])
    .select([sql<Date>`lower(visit.during)`.as('visited_at'), 'visited.timezone as visited_zone'])
    .select([sql<Date>`lower(b.during)`.as('starts_at'), sql<Date>`upper(b.during)`.as('ends_at'), 's.timezone'])
    .select(['s.name as site_name', 's.address as site_address', 'v.is_video'])
    .where('r.state', '=', 'open')
    .where('r.expires_at', '>', now)
    .where('b.state', '=', 'held')
    .orderBy('b.during');
export type OpenReview = Awaited<ReturnType<ReturnType<typeof openReviews>['execute']>>[number];
