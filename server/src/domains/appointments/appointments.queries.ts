import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';
import type { AppointmentState } from './appointment.ts';
import type { AppointmentOffersTable, AppointmentsTable } from './appointments.table.ts';

/** Columns that a patient's transaction may read. The database refuses the other columns. */
const sharedColumns = [
  'id',
  'number',
  'patient_id',
  'status',
  'created_at',
  'updated_at',
  'patient_full_name',
  'patient_email',
  'patient_phone',
  'requested_treatment',
  'city_current',
  'city_target',
  'country_current',
  'country_target',
  'patient_note',
  'shared_details',
  'wish',
  'offer_lapsed_at',
  'calendar_sequence',
  'answer_due_at',
] as const;
export const privateColumns = [
  'coordinator_id',
  'provider_phone',
  'admin_private_note',
  'provider_initial_price_cents',
  'negotiated_price_cents',
] as const;
export const allColumns = [...sharedColumns, ...privateColumns] as const;

export const offerColumns = [
  'id',
  'appointment_id',
  'state',
  'created_at',
  'expires_at',
  'accepted_at',
  'accepted_quote',
  'accepted_name',
  'provider_name',
  'provider_address',
  'provider_phone',
  'provider_registration',
  'provider_seller',
  'provider_insurance',
  'quote_number',
  'quote_version',
  'vat_permille',
  'reflection_days',
  'scheduled_at',
  'timezone',
  'patient_price_cents',
  'currency',
  'products',
  'public_note',
  'deposit_cents',
  'free_until_hours',
  'is_direct',
  'alternatives_until',
  'alternatives_over_at',
  'is_video',
] as const;

export type Appointment = Pick<Selectable<AppointmentsTable>, (typeof sharedColumns)[number]>;
export type PrivateAppointment = Pick<Selectable<AppointmentsTable>, (typeof allColumns)[number]>;
export type Offer = Pick<Selectable<AppointmentOffersTable>, (typeof offerColumns)[number]>;
/** An appointment with its offer in force. */
export interface Found {
  readonly row: Appointment;
  readonly offer: Offer | undefined;
  readonly state: AppointmentState;
}

export const find = (tx: Tx, id: string): Promise<Appointment | undefined> =>
  tx.selectFrom('appointments').select(sharedColumns).where('id', '=', id).executeTakeFirst();

/**
 * Returns an appointment and locks it. A second change of the same appointment waits here until the first change has
 * ended.
 */
export async function findForUpdate(tx: Tx, id: string): Promise<Found | undefined> {
  const row = await tx
    .selectFrom('appointments')
    .select(sharedColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && withState(tx, row);
}

/** Returns an appointment without locking it. */
export async function findToShow(tx: Tx, id: string): Promise<Found | undefined> {
  const row = await find(tx, id);
  return row && withState(tx, row);
}

async function withState(tx: Tx, row: Appointment): Promise<Found> {
  const offer = await findOfferInForce(tx, row.id);
  const isRefunded = offer?.state === 'paid' && (await isAllRefunded(tx, offer.id));
  return { row, offer, state: { status: row.status, offer: stateInForce(offer), isRefunded } };
}

const stateInForce = (offer: Offer | undefined): AppointmentState['offer'] =>
  offer?.state === 'open' || offer?.state === 'paid' || offer?.state === 'agreed' ? offer.state : null;

export const findPrivate = (tx: Tx, id: string): Promise<PrivateAppointment | undefined> =>
  tx.selectFrom('appointments').select(allColumns).where('id', '=', id).executeTakeFirst();

export const findOfferInForce = (tx: Tx, appointmentId: string): Promise<Offer | undefined> =>
  tx
    .selectFrom('appointment_offers')
    .select(offerColumns)
    .where('appointment_id', '=', appointmentId)
    .where('state', 'in', ['open', 'paid', 'agreed'])
    .executeTakeFirst();

/** Returns the offer with this id, in any state. */
export const findOffer = (tx: Tx, id: string): Promise<Offer | undefined> =>
  tx.selectFrom('appointment_offers').select(offerColumns).where('id', '=', id).executeTakeFirst();

/** Returns the newest offer of an appointment, in any state. */
export const findLastOffer = (tx: Tx, appointmentId: string): Promise<Offer | undefined> =>
  tx
    .selectFrom('appointment_offers')
    .select(offerColumns)
    .where('appointment_id', '=', appointmentId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Lists versions of the quote that are no longer in force, the newest first. */
export const listEarlierQuotes = (tx: Tx, appointmentId: string) =>
  tx
    .selectFrom('appointment_offers')
    .select(['quote_number', 'quote_version', 'created_at'])
    .where('appointment_id', '=', appointmentId)
    .where('state', 'in', ['expired', 'withdrawn'])
    .where('quote_version', 'is not', null)
    .orderBy('quote_version', 'desc')
    .limit(100)
    .execute();

export const findQuoteVersion = (tx: Tx, appointmentId: string, version: number): Promise<Offer | undefined> =>
  tx
    .selectFrom('appointment_offers')
    .select(offerColumns)
    .where('appointment_id', '=', appointmentId)
    .where('quote_version', '=', version)
    .executeTakeFirst();

async function isAllRefunded(tx: Tx, offerId: string): Promise<boolean> {
  const left = await tx
    .selectFrom('appointment_payments')
    .select('payment_id')
    .where('offer_id', '=', offerId)
    .where('outcome', '=', 'confirmed')
    .whereRef('refunded_cents', '<', 'amount_cents')
    .executeTakeFirst();
  return !left;
}

/** Inserts an appointment. The database sets its number. */
export const insert = (tx: Tx, row: Insertable<AppointmentsTable>): Promise<{ id: string; number: string }> =>
  tx.insertInto('appointments').values(row).returning(['id', 'number']).executeTakeFirstOrThrow();

export const update = (tx: Tx, id: string, changes: Updateable<AppointmentsTable>): Promise<unknown> =>
  tx.updateTable('appointments').set(changes).where('id', '=', id).execute();

export const updateOffer = (tx: Tx, id: string, changes: Updateable<AppointmentOffersTable>): Promise<unknown> =>
  tx.updateTable('appointment_offers').set(changes).where('id', '=', id).execute();

export const insertOffer = (tx: Tx, row: Insertable<AppointmentOffersTable>): Promise<unknown> =>
  tx.insertInto('appointment_offers').values(row).execute();

/** Lists the appointments of a patient, the newest first. */
export const listOfPatient = (
  tx: Tx,
  patientId: string,
  page: { limit: number; offset: number },
): Promise<Appointment[]> =>
  tx
    .selectFrom('appointments')
    .select(sharedColumns)
    .where('patient_id', '=', patientId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();

/**
 * Returns the patient's name for each of these booked times, by the id of the time. If a patient still has to choose
 * one of several offered times, the result has no names for those times.
 */
export async function namesOfTimes(tx: Tx, timeIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (timeIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('appointment_offer_times as t')
    .innerJoin('appointment_offers as o', 'o.id', 't.offer_id')
    .innerJoin('appointments as a', 'a.id', 'o.appointment_id')
    .select(['t.time_id', 'a.patient_full_name'])
    .where('t.time_id', 'in', [...timeIds])
    .where('t.is_chosen', '=', true)
    .execute();
  return new Map(rows.map((row) => [row.time_id, row.patient_full_name]));
}
