import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { CommunityLimits } from '#contract/community.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { fold } from './fold.ts';
import { pseudonym } from './pseudonyms.ts';

/** Returns the handle for a name. 'Juniper 482' gives `juniper_482`. */
function handleOf(name: string): string {
  const words = fold(name)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  const handle = words.slice(0, 24).replace(/_+$/, '');
  return handle.length >= CommunityLimits.handle.min ? handle : `${handle || 'member'}_fl`;
}

/**
 * Creates the profile at the first visit. Members start with a pseudonym, so that their real name is shown only if they
 * choose it. Verified doctors start with their registered name.
 */
export async function ensureProfile(db: Db | Tx, userId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ name: string; language: string; is_expert: boolean }>`
    select u.name, u.language, d.verified_at is not null and d.profession = 'doctor' as is_expert
    from users u left join practitioners d on d.user_id = u.id
    where u.id = ${userId} and not exists (select from community_profiles p where p.user_id = u.id)`.execute(db);
  const person = rows[0];
  if (!person) return;
  for (;;) {
    const name = person.is_expert ? person.name : pseudonym(person.language);
    const { rows: made } = await sql<{ user_id: string }>`
      insert into community_profiles (user_id, handle, display_name, created_at)
      values (${userId}, ${await freeHandle(db, userId, name)}, ${name}, ${now})
      on conflict do nothing returning user_id`.execute(db);
    if (made.length > 0 || (await hasProfile(db, userId))) return;
  }
}

/**
 * Shows a doctor under the registered name from the verification on, even if they had a pseudonym before. The handle
 * stays, so that addresses and mentions stay valid.
 */
export async function showRegisteredName(db: Db | Tx, userId: string): Promise<void> {
  await sql`update community_profiles pf set display_name = u.name from users u join practitioners d on d.user_id = u.id
    where u.id = ${userId} and pf.user_id = u.id and d.verified_at is not null and d.profession = 'doctor'`.execute(db);
}

/** Returns a handle made from the name, with a number if it is taken. */
export async function freeHandle(db: Db | Tx, userId: string, name: string): Promise<string> {
  const base = handleOf(name);
  for (let handle = base; ; handle = `${base}_${randomInt(10, 100_000)}`) {
    const { rows } =
      await sql`select from community_profiles where handle = ${handle} and user_id <> ${userId}`.execute(db);
    if (rows.length === 0) return handle;
  }
}

async function hasProfile(db: Db | Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`select from community_profiles where user_id = ${userId}`.execute(db);
  return rows.length > 0;
}
