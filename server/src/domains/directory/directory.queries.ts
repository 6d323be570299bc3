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

type Choices = Pick<DirectorySearch, 'speciality' | 'language'>;

const isChosen = ({ speciality, language }: Choices) =>
  sql<boolean>`(${speciality}::text is null or ${speciality} = any(profile.specialities))
    and (${language}::text is null or ${language} = any(profile.languages))`;

/** Lists published profiles. */
export const listShown = (db: Db | Tx, choices: Choices): Promise<ProfileRow[]> =>
  shown(db).where(isChosen(choices)).orderBy('users.last_name').orderBy('users.first_name').execute();

/**
 * Lists the positions of all places of published profiles, with the names of the cities there. Two names of a city,
 * such as Brussel and Bruxelles, have the same position. `count` is the number of practitioners there who match the
 * choices. `city` is null if it is zero.
 */
export const listPoints = (db: Db | Tx, choices: Choices) =>
  shown(db)
    .innerJoin('practitioner_places as place', 'place.user_id', 'profile.user_id')
    .clearSelect()
    .select([
      'place.latitude',
      'place.longitude',
      sql<string[]>`array_agg(distinct place.city)`.as('cities'),
      sql<string | null>`min(place.city) filter (where ${isChosen(choices)})`.as('city'),
      sql<number>`count(distinct place.user_id) filter (where ${isChosen(choices)})::int`.as('count'),
    ])
    .groupBy(['place.latitude', 'place.longitude'])
    .orderBy('city')
    .execute();

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
