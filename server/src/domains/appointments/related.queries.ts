import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';
import { type Offer, offerColumns } from './appointments.queries.ts';
import type { AppointmentPaymentsTable } from './appointments.table.ts';

export type Payment = Selectable<AppointmentPaymentsTable>;

/** Offers, payments and unread counts for a page of appointments, by appointment id. */
export interface Related {
  /** Offers in force. */
  readonly offers: ReadonlyMap<string, Offer>;
  /** The payment that counts. */
  readonly payments: ReadonlyMap<string, Payment>;
  /** Answers of the team that the patient has not read. */
  readonly unread: ReadonlyMap<string, number>;
}

export async function findRelated(tx: Tx, ids: readonly string[]): Promise<Related> {
  if (ids.length === 0) return { offers: new Map(), payments: new Map(), unread: new Map() };
  const offers = await tx
    .selectFrom('appointment_offers')
    .select(offerColumns)
    .where('appointment_id', 'in', [...ids])
    .where('state', 'in', ['open', 'paid', 'agreed'])
    .execute();
  const paid = offers.filter(({ state }) => state === 'paid').map(({ id }) => id);
  const payments = paid.length > 0 ? await listCounting(tx, paid) : [];
  return {
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
