import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';
import '../appointments.table.ts';

const MAX_CHOICES = 500;

/** Returns the names of the people who work at the clinics of the calling desk, by the id of the person. */
export async function listColleagues(tx: Tx): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`select id, name from desk_colleagues()`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Lists the options of the desk's filters. Row policies show the desk only its own clinics. */
export async function listDeskChoices(tx: Tx) {
  const sites = tx.selectFrom('clinic_sites').select(['id', 'name', 'timezone']).where('is_active', '=', true);
  const services = tx.selectFrom('clinic_services').select(['id', 'name_en', 'name_fr']).where('is_active', '=', true);
  const { rows: practitioners } = await sql<{ id: string; name: string }>`
    select c.id, c.name from desk_colleagues() c
    where exists (select from clinic_members m where m.user_id = c.id and m.role <> 'desk')
    order by c.name, c.id limit ${MAX_CHOICES}`.execute(tx);
  return {
    sites: await sites.orderBy('name').orderBy('id').limit(MAX_CHOICES).execute(),
    services: await services.orderBy('name_en').orderBy('id').limit(MAX_CHOICES).execute(),
    practitioners,
  };
}

/** Returns the appointment for which a time is reserved, with only the columns that the desk may read. */
export const findVisitAtDesk = (tx: Tx, timeId: string) =>
  tx
    .selectFrom('appointment_offer_times as t')
    .innerJoin('appointment_offers as o', 'o.id', 't.offer_id')
    .innerJoin('appointments as a', 'a.id', 'o.appointment_id')
    .select(['a.id as appointment_id', 'a.status', 'o.state as offer_state'])
    .where('t.time_id', '=', timeId)
    .executeTakeFirst();
