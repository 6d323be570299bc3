import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { listTerms } from '#server/domains/bookings/index.ts';
import { namesOf } from '#server/domains/identity/index.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { type Offer, offerColumns } from './appointments.queries.ts';
import type { AppointmentPaymentsTable } from './appointments.table.ts';
import { listOfferTimes, type OfferTime } from './offer-times.ts';

export type Payment = Selectable<AppointmentPaymentsTable>;

/**
 * Offers, their booked times, payments and unread counts for a page of appointments. The maps have appointment ids as
 * keys, unless the comment of a map names another key.
 */
export interface Related {
  /** The offers in force. */
  readonly offers: ReadonlyMap<string, Offer>;
  /** The booked times of each offer, by the id of the offer. */
  readonly times: ReadonlyMap<string, readonly OfferTime[]>;
  /** The services of the booked times, by service id. Services that are no longer offered are left out. */
  readonly services: ReadonlyMap<string, { readonly is_direct: boolean; readonly free_until_hours: number }>;
  /** The names of the practitioners of the booked times, by user id. */
  readonly names: ReadonlyMap<string, string>;
  /** The payment that confirmed each appointment. */
  readonly payments: ReadonlyMap<string, Payment>;
  /** The number of messages of the team that the patient has not read. */
  readonly unread: ReadonlyMap<string, number>;
}

const none: Related = {
  offers: new Map(),
  times: new Map(),
  services: new Map(),
  names: new Map(),
  payments: new Map(),
  unread: new Map(),
};

export async function findRelated(tx: Tx, ids: readonly string[]): Promise<Related> {
  if (ids.length === 0) return none;
  const offers = await tx
    .selectFrom('appointment_offers')
    .select(offerColumns)
    .where('appointment_id', 'in', [...ids])
    .where('state', 'in', ['open', 'paid', 'agreed'])
    .execute();
  const paid = offers.filter(({ state }) => state === 'paid').map(({ id }) => id);
  const payments = paid.length > 0 ? await listCounting(tx, paid) : [];
  const times = await listOfferTimes(
    tx,
    offers.map(({ id }) => id),
  );
  const booked = new Set(times.filter(({ state }) => state === 'booked').map(({ service_id }) => service_id));
  return {
    services: by('id', booked.size > 0 ? await listTerms(tx, [...booked]) : []),
    times: Map.groupBy(times, ({ offer_id }) => offer_id),
    names: await namesOf(tx, [...new Set(times.map(({ practitioner_id }) => practitioner_id))]),
    offers: by('appointment_id', offers),
    payments: by('appointment_id', payments),
    unread: await countUnread(tx, ids),
  };
}

const listCounting = (tx: Tx, offerIds: readonly string[]): Promise<Payment[]> =>
  tx
    .selectFrom('appointment_payments')
    .selectAll()
    .where('offer_id', 'in', [...offerIds])
    .where('outcome', '=', 'confirmed')
    .execute();

async function countUnread(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('appointment_messages')
    .select(['appointment_id', sql<number>`count(*)::int`.as('count')])
    .where('appointment_id', 'in', [...ids])
    .where('from_team', '=', true)
    .where('read_at', 'is', null)
    .groupBy('appointment_id')
    .execute();
  return new Map(rows.map((row) => [row.appointment_id, row.count]));
}

const by = <K extends string, R extends Record<K, string>>(key: K, rows: readonly R[]): Map<string, R> =>
  new Map(rows.map((row) => [row[key], row]));
