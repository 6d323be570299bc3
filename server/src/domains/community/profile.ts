import { sql } from 'kysely';
import { CommunityLimits } from '#contract/community.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { fold } from './fold.ts';

/** A handle that a name gives: `marion_k`. */
export function handleOf(firstName: string, lastName: string): string {
  const word = (name: string) =>
    fold(name)
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '');
  const first = word(firstName) || 'member';
  const initial = word(lastName).slice(0, 1);
  const handle = (initial ? `${first}_${initial}` : first).slice(0, 24).replace(/_+$/, '');
  return handle.length >= CommunityLimits.handle.min ? handle : `${handle}_fl`;
}

/**
 * How somebody appears here, made at their first visit: first name and initial, so that nobody shows a full name without wanting to. A verified
 * practitioner appears under the registered name.
 */
export async function ensureProfile(db: Db | Tx, userId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ first_name: string; last_name: string; name: string; is_expert: boolean }>`
    select u.first_name, u.last_name, u.name, d.verified_at is not null as is_expert
    from users u left join practitioners d on d.user_id = u.id
    where u.id = ${userId} and not exists (select from community_profiles p where p.user_id = u.id)`.execute(db);
  const person = rows[0];
  if (!person) return;
  const base = handleOf(person.first_name, person.last_name);
  const display = person.is_expert ? person.name : shortName(person.first_name, person.last_name);
  for (let n = 1; ; n++) {
    const handle = n === 1 ? base : `${base}${n}`;
    const { rows: made } = await sql<{ user_id: string }>`
      insert into community_profiles (user_id, handle, display_name, created_at) values (${userId}, ${handle}, ${display}, ${now})
      on conflict do nothing returning user_id`.execute(db);
    if (made.length > 0 || (await hasProfile(db, userId))) return;
  }
}

const shortName = (first: string, last: string): string =>
  first ? `${first}${last ? ` ${last.slice(0, 1)}.` : ''}` : 'Member';

async function hasProfile(db: Db | Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`select from community_profiles where user_id = ${userId}`.execute(db);
  return rows.length > 0;
}
