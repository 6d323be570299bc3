import { sql } from 'kysely';
import type { Person } from '#contract/community.ts';

/** The columns that `toPerson` needs, from the profile `pf` and the practitioner `dr` of `joinPerson`. */
export const personColumns = sql`pf.user_id as person_id, pf.handle, pf.display_name,
  dr.speciality, dr.registration_number, dr.registration_body`;

/**
 * Joins the profile of the person whose id is in `column`. The practitioner's registration is joined only while it is
 * verified.
 */
export const joinPerson = (column: string) => sql`
  left join community_profiles pf on pf.user_id = ${sql.raw(column)}
  left join practitioners dr on dr.user_id = pf.user_id and dr.verified_at is not null and dr.profession = 'doctor'`;

export interface PersonRow {
  person_id: string | null;
  handle: string | null;
  display_name: string | null;
  speciality: string | null;
  registration_number: string | null;
  registration_body: string | null;
}

/**
 * Returns the columns of `personColumns` as one JSON value, for a person whose profile `joinPerson` does not join.
 * `user` is an SQL expression that gives a user id.
 */
export const personJson = (
  user: string,
) => sql`(select json_build_object('person_id', q.user_id, 'handle', q.handle, 'display_name', q.display_name,
    'speciality', w.speciality, 'registration_number', w.registration_number, 'registration_body', w.registration_body)
  from community_profiles q left join practitioners w on w.user_id = q.user_id and w.verified_at is not null and w.profession = 'doctor' where q.user_id = ${sql.raw(user)})`;

/** Returns a person, or null if the person has left. */
export function toPerson(row: PersonRow | null): Person | null {
  if (!row?.person_id) return null;
  const { speciality, registration_number, registration_body } = row;
  return {
    id: row.person_id,
    handle: row.handle ?? '',
    display_name: row.display_name ?? '',
    practitioner:
      speciality !== null && registration_number !== null && registration_body !== null
        ? { speciality, registration_number, registration_body }
        : null,
  };
}

export function mustPerson(row: PersonRow | null): Person {
  const person = toPerson(row);
  if (!person) throw new Error('a person without a profile');
  return person;
}
