import { type Selectable, sql } from 'kysely';
import type { Plan, ReadingLanguage } from '#contract/base.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { SecurityEventKind, UsersTable } from './identity.table.ts';

export type User = Selectable<UsersTable>;
/** Data that other domains need to name a person and to write to them. */
export type Person = Pick<
  User,
  | 'id'
  | 'email'
  | 'email_verified'
  | 'name'
  | 'first_name'
  | 'last_name'
  | 'phone'
  | 'language'
  | 'role'
  | 'plan'
  | 'lead_id'
>;

const personColumns = [
  'id',
  'email',
  'email_verified',
  'name',
  'first_name',
  'last_name',
  'phone',
  'language',
  'role',
  'plan',
  'lead_id',
] as const;

export const findUser = (db: Db | Tx, id: string): Promise<Person | undefined> =>
  db.selectFrom('users').select(personColumns).where('id', '=', id).executeTakeFirst();

export const findUserByEmail = (db: Db | Tx, email: string): Promise<Person | undefined> =>
  db.selectFrom('users').select(personColumns).where('email', '=', email.trim().toLowerCase()).executeTakeFirst();

/** Returns the name and the phone number of a person. */
export const findContact = (db: Db | Tx, id: string): Promise<{ name: string; phone: string | null } | undefined> =>
  db.selectFrom('users').select(['name', 'phone']).where('id', '=', id).executeTakeFirst();

export const listAdmins = (db: Db | Tx): Promise<Person[]> =>
  db
    .selectFrom('users')
    .select(personColumns)
    .where('role', '=', 'admin')
    .where('suspended_at', 'is', null)
    .orderBy('id')
    .execute();

export const findAccount = (db: Db | Tx, id: string): Promise<User | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

/** Returns an account, and locks it until the transaction ends. No other transaction can then change or erase it. */
export const lockAccount = (tx: Tx, id: string): Promise<User | undefined> =>
  tx.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

/** Returns names by user id, with one query. Unknown ids are absent. */
export async function namesOf(db: Db | Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('people')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/**
 * Sets the plan that the subscription pays for. Only the billing domain may call it. If an administrator gave a higher
 * plan, the person keeps that plan.
 */
export const setPaidPlan = (tx: Db | Tx, id: string, plan: Plan): Promise<unknown> =>
  tx
    .updateTable('users')
    .set({
      paid_plan: plan,
      plan: sql<Plan>`case when plan_rank(given_plan) > plan_rank(${plan}) then given_plan else ${plan} end`,
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .execute();

/**
 * Sets the subscription plan that an administrator gives. If `plan` is null, the person has only the plan that the
 * subscription pays for.
 */
export const setGivenPlan = (tx: Tx, id: string, plan: Plan | null): Promise<unknown> =>
  tx
    .updateTable('users')
    .set({ given_plan: plan, plan: sql<Plan>`coalesce(${plan}, paid_plan)`, updated_at: new Date() })
    .where('id', '=', id)
    .execute();

export const updateLanguage = (db: Db | Tx, id: string, language: ReadingLanguage): Promise<unknown> =>
  db.updateTable('users').set({ language, updated_at: new Date() }).where('id', '=', id).execute();

/**
 * Ends the sessions of a person. Returns the number of ended sessions. `keep` is the token of a session that continues.
 */
export async function deleteSessions(tx: Db | Tx, userId: string, keep?: string): Promise<number> {
  const all = tx.deleteFrom('sessions').where('user_id', '=', userId);
  const result = await (keep ? all.where('token', '<>', keep) : all).executeTakeFirst();
  return Number(result.numDeletedRows);
}

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

/** Returns the time at which the password was last entered in this session. */
export async function findConfirmation(db: Db | Tx, sessionId: string): Promise<Date | null> {
  const row = await db.selectFrom('sessions').select('confirmed_at').where('id', '=', sessionId).executeTakeFirst();
  return row?.confirmed_at ?? null;
}

export const setConfirmation = (db: Db | Tx, sessionId: string, at: Date): Promise<unknown> =>
  db.updateTable('sessions').set({ confirmed_at: at }).where('id', '=', sessionId).execute();

export const setCodeGiven = (db: Db | Tx, sessionId: string, at: Date): Promise<unknown> =>
  db.updateTable('sessions').set({ code_given_at: at }).where('id', '=', sessionId).execute();

export const insertSecurityEvent = (tx: Db | Tx, userId: string, kind: SecurityEventKind): Promise<unknown> =>
  tx.insertInto('security_events').values({ user_id: userId, kind }).execute();

/** Locks this email address until the transaction ends. */
export const lockEmail = (tx: Tx, email: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`sign-up ${email.toLowerCase()}`}, 0))`.execute(tx);

/**
 * Deletes an unconfirmed account, so that its email address becomes free. A closed account is unconfirmed too, but it
 * stays, because the law requires its medical record.
 */
export const deleteUnconfirmed = (db: Tx, email: string): Promise<unknown> =>
  db
    .deleteFrom('users')
    .where('email', '=', email.toLowerCase())
    .where('email_verified', '=', false)
    .where('closed_at', 'is', null)
    .execute();

/**
 * Deletes the unconfirmed accounts that a visitor created from a lead, except the account with the address `kept`. The
 * transaction must have the rights of the service, because nobody is signed in to such an account.
 */
export const deleteUnconfirmedOfLead = (tx: Tx, leadId: string, kept: string | null): Promise<unknown> =>
  tx
    .deleteFrom('users')
    .where('lead_id', '=', leadId)
    .where('email', 'is distinct from', kept)
    .where('email_verified', '=', false)
    .where('role', '=', 'patient')
    .execute();

const silentPatients = (tx: Tx, before: Date) =>
  tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'patient')
    .where('plan', '=', 'free')
    .where('last_contact_at', '<', before);

/**
 * Returns patients on the free subscription plan whose last contact was earlier than `before`. They are sorted by id,
 * and only ids after `after` are returned.
 */
export async function listSilentPatients(tx: Tx, before: Date, after: string, limit: number): Promise<string[]> {
  const rows = await silentPatients(tx, before).where('id', '>', after).orderBy('id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/**
 * Returns true if the patient's last contact is still earlier than `before`, and locks the row so that the caller can
 * delete it. Returns false if another transaction has locked the row.
 */
export async function isSilentForUpdate(tx: Tx, before: Date, id: string): Promise<boolean> {
  const row = await silentPatients(tx, before).where('id', '=', id).forUpdate().skipLocked().executeTakeFirst();
  return row !== undefined;
}
