import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/db/db.ts';

/**
 * Returns true if a person who answers urgent reports has used a session after `since`, and this session has not
 * expired. These people are verified doctors and administrators who are not suspended. The session must have passed a
 * second factor, except for demo accounts. The use of a session is stored only every five minutes, so `since` must be
 * more than five minutes ago.
 */
export async function isTeamThere(db: Db | Tx, since: Date): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`
    select exists (
      select from sessions s
      join users u on u.id = s.user_id
      left join practitioners p on p.user_id = u.id
      where s.used_at > ${since} and s.expires_at > now() and (s.second_factor or u.is_demo) and u.suspended_at is null
        and (u.role = 'admin' or (u.role = 'practitioner' and p.verified_at is not null and p.profession = 'doctor'))
    ) as is_there`.execute(db);
  return rows[0]?.is_there ?? false;
}
