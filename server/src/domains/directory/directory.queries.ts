import { type Insertable, type Selectable, sql } from 'kysely';
import type { DirectorySearch, Practice } from '#contract/directory.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { PractitionerPlacesTable, PractitionerProfilesTable } from './directory.table.ts';

export type PlaceRow = Selectable<PractitionerPlacesTable>;
export type ProfileRow = Awaited<ReturnType<typeof listProfiles>>[number];

const withPerson = (db: Db | Tx) =>
  db
    .selectFrom('practitioner_profiles as profile')
    .innerJoin('practitioners', 'practitioners.user_id', 'profile.user_id')
    .innerJoin('users', 'users.id', 'profile.user_id')
    .selectAll('profile')
    .select([
      'users.name',
      'users.role',
      'users.suspended_at',
      'practitioners.registration_number',
      'practitioners.registration_body',
      'practitioners.profession',
      'practitioners.verified_at',
    ]);

const shown = (db: Db | Tx) =>
  withPerson(db)
    .where('practitioners.verified_at', 'is not', null)
    .where('practitioners.profession', '=', 'doctor')
    .where('profile.listed_at', 'is not', null)
    .where('profile.hidden_at', 'is', null)
    .where('users.role', '=', 'practitioner')
    .where('users.suspended_at', 'is', null);

/** Lists all profiles, for administrators. */
export const listProfiles = (db: Db | Tx) => withPerson(db).orderBy('users.name').execute();

/** Lists published profiles. */
export function listShown(
  db: Db | Tx,
  { speciality, language }: Pick<DirectorySearch, 'speciality' | 'language'>,
): Promise<ProfileRow[]> {
  let query = shown(db);
  if (speciality) query = query.where(sql<boolean>`${speciality} = any(profile.specialities)`);
  if (language) query = query.where(sql<boolean>`${language} = any(profile.languages)`);
  return query.orderBy('users.last_name').orderBy('users.first_name').execute();
}

export const findShown = (db: Db | Tx, slug: string): Promise<ProfileRow | undefined> =>
  shown(db).where('profile.slug', '=', slug).executeTakeFirst();

export const findProfile = (db: Db | Tx, userId: string): Promise<ProfileRow | undefined> =>
  withPerson(db).where('profile.user_id', '=', userId).executeTakeFirst();

/** Returns the profile addresses that begin with `slug` and belong to other people. */
export async function slugsLike(db: Db | Tx, slug: string, userId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('practitioner_profiles')
    .select('slug')
    .where('slug', 'like', `${slug}%`)
    .where('user_id', '<>', userId)
    .execute();
  return new Set(rows.map((row) => row.slug));
}

export async function placesOf(db: Db | Tx, userIds: readonly string[]): Promise<Map<string, PlaceRow[]>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('practitioner_places')
    .selectAll()
    .where('user_id', 'in', [...userIds])
    .orderBy('position')
    .execute();
  return Map.groupBy(rows, (row) => row.user_id);
}

export const upsertProfile = (tx: Tx, row: Insertable<PractitionerProfilesTable>): Promise<unknown> =>
  tx
    .insertInto('practitioner_profiles')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();

export async function replacePlaces(
  tx: Tx,
  userId: string,
  places: readonly (Practice & { latitude: number; longitude: number })[],
): Promise<void> {
  await tx.deleteFrom('practitioner_places').where('user_id', '=', userId).execute();
  if (places.length === 0) return;
  const rows = places.map((place, position) => ({ ...place, user_id: userId, position }));
  await tx.insertInto('practitioner_places').values(rows).execute();
}

export const updateHidden = (
  tx: Tx,
  userId: string,
  hidden: { at: Date; by: string; reason: string } | null,
): Promise<unknown> =>
  tx
    .updateTable('practitioner_profiles')
    .set({ hidden_at: hidden?.at ?? null, hidden_by: hidden?.by ?? null, hidden_reason: hidden?.reason ?? null })
    .where('user_id', '=', userId)
    .execute();
