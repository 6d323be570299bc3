import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { PRICES_SHOWN } from '#contract/appointments-admin.ts';
import type { Tx } from '#server/platform/db/db.ts';

export interface ProviderDetails {
  readonly name: string;
  readonly address: string;
  readonly phone: string;
  readonly registration: string;
  readonly seller?: string | undefined;
  readonly insurance?: string | undefined;
}

const columns = [
  'id',
  'name',
  'address',
  'phone',
  'registration',
  'seller',
  'insurance',
  'is_active',
  'created_at',
] as const;

/** Selects providers with the number of their offers and the last agreed price. */
const withPrices = (tx: Tx) =>
  tx
    .selectFrom('providers')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('appointment_offers as o')
          .whereRef('o.provider_id', '=', 'providers.id')
          .select(({ fn }) => [
            fn.countAll<number>().as('offers'),
            sql<number | null>`(array_agg(o.provider_price_cents order by o.created_at desc)
              filter (where o.provider_price_cents is not null))[1]`.as('last_price_cents'),
            sql<string | null>`(array_agg(o.currency order by o.created_at desc)
              filter (where o.provider_price_cents is not null))[1]`.as('last_currency'),
          ])
          .as('prices'),
      (join) => join.onTrue(),
    )
    .select([
      ...columns.map((column) => `providers.${column}` as const),
      'prices.offers',
      'prices.last_price_cents',
      'prices.last_currency',
    ]);

export type ProviderWithPrices = Awaited<ReturnType<typeof listProviders>>[number];

export const listProviders = (tx: Tx, search: string, limit: number) => {
  const all = withPrices(tx).orderBy('providers.is_active', 'desc').orderBy('providers.name').limit(limit);
  return (search === '' ? all : all.where(sql<boolean>`providers.search @@ search_query(${search})`)).execute();
};

export const findProvider = (tx: Tx, id: string) => withPrices(tx).where('providers.id', '=', id).executeTakeFirst();

/** Locks the provider while an appointment is booked, so that the second of two concurrent offers detects the first. */
export const lockProvider = (tx: Tx, id: string) =>
  tx.selectFrom('providers').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();

/**
 * Finds the entry with this name and address, or adds it. Details that the entry lacks are added. Its known details do
 * not change.
 */
export async function ensureProvider(tx: Tx, details: ProviderDetails, now: Date): Promise<string> {
  const { name, address, phone, registration } = details;
  const { rows } = await sql<{ id: string }>`
    insert into providers (id, name, address, phone, registration, created_at)
    values (${randomUUIDv7()}, ${name}, ${address}, ${phone}, ${registration}, ${now})
    on conflict (search_words(name), search_words(address)) do update set
      phone = case when providers.phone = '' then excluded.phone else providers.phone end,
      registration = case when providers.registration = '' then excluded.registration else providers.registration end
    returning id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a provider was neither found nor made');
  return row.id;
}

/** Stores details that the list of providers lacks, so that they are typed only once. Returns all known details. */
export const completeProvider = (
  tx: Tx,
  id: string,
  { registration, seller, insurance }: Record<'registration' | 'seller' | 'insurance', string>,
) =>
  tx
    .updateTable('providers')
    .set({
      registration: sql<string>`coalesce(nullif(registration, ''), ${registration})`,
      seller: sql<string>`coalesce(nullif(seller, ''), ${seller})`,
      insurance: sql<string>`coalesce(nullif(insurance, ''), ${insurance})`,
    })
    .where('id', '=', id)
    .returning(['registration', 'seller', 'insurance'])
    .executeTakeFirstOrThrow();

export async function insertProvider(
  tx: Tx,
  details: ProviderDetails & { is_active: boolean },
  now: Date,
): Promise<string> {
  const id = randomUUIDv7();
  await tx
    .insertInto('providers')
    .values({ id, ...details, created_at: now })
    .execute();
  return id;
}

export const updateProvider = (tx: Tx, id: string, details: ProviderDetails & { is_active: boolean }) =>
  tx.updateTable('providers').set(details).where('id', '=', id).execute();

export const listPrices = (tx: Tx, providerId: string) =>
  tx
    .selectFrom('appointment_offers as o')
    .innerJoin('appointments as a', 'a.id', 'o.appointment_id')
    .select([
      'o.created_at',
      'o.appointment_id',
      'a.number',
      'a.requested_treatment',
      'o.provider_price_cents',
      'o.patient_price_cents',
      'o.currency',
    ])
    .where('o.provider_id', '=', providerId)
    .orderBy('o.created_at', 'desc')
    .limit(PRICES_SHOWN)
    .execute();

/** Lists other appointments of this provider that begin less than `minutes` before or after `at`. */
export const listConflicts = (
  tx: Tx,
  providerId: string,
  at: Date,
  minutes: number,
  exceptAppointment: string | null,
) =>
  tx
    .selectFrom('appointment_offers as o')
    .innerJoin('appointments as a', 'a.id', 'o.appointment_id')
    .select(['a.id', 'a.number', 'o.scheduled_at'])
    .where('o.provider_id', '=', providerId)
    .where('o.state', 'in', ['open', 'paid', 'agreed'])
    .where('a.status', 'in', ['awaiting_payment', 'confirmed'])
    .where('o.alternatives_until', 'is', null)
    .where('o.scheduled_at', '>', new Date(at.getTime() - minutes * 60_000))
    .where('o.scheduled_at', '<', new Date(at.getTime() + minutes * 60_000))
    .where((eb) => (exceptAppointment ? eb('a.id', '<>', exceptAppointment) : eb.lit(true)))
    .orderBy('o.scheduled_at')
    .execute();

export async function findProviderByName(tx: Tx, name: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('providers')
    .select('id')
    .where(sql<boolean>`search_words(name) = search_words(${name})`)
    .executeTakeFirst();
  return row?.id;
}
