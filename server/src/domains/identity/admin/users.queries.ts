import { LOG_SHOWN } from '#contract/admin.ts';
import { sql } from 'kysely';
import type { Plan, Role } from '#contract/base.ts';
import type { Cursor } from '#server/platform/db/cursor.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { hasSecondFactor } from '../second-factor.ts';

export interface UserFilter {
  readonly search: string;
  readonly role: Role | null;
  readonly plan: Plan | null;
  readonly isSuspended: boolean | null;
}

const columns = [
  'id',
  'email',
  'name',
  'first_name',
  'last_name',
  'role',
  'plan',
  'paid_plan',
  'given_plan',
  'language',
  'email_verified',
  'created_at',
  'suspended_at',
  'suspended_reason',
] as const;

function filtered(db: Db | Tx, { search, role, plan, isSuspended }: UserFilter) {
  let query = db.selectFrom('users');
  if (search !== '') query = query.where(sql<boolean>`search_vector(name || ' ' || email) @@ search_query(${search})`);
  if (role) query = query.where('role', '=', role);
  if (plan) query = query.where('plan', '=', plan);
  if (isSuspended !== null) query = query.where('suspended_at', isSuspended ? 'is not' : 'is', null);
  return query;
}

const withSessions = (query: ReturnType<typeof filtered>) =>
  query
    .select(columns)
    .select(hasSecondFactor('users').as('has_second_factor'))
    .select(
      sql<number>`(select count(*)::int from sessions s where s.user_id = users.id and s.expires_at > now())`.as(
        'sessions',
      ),
    );

export type UserRow = Awaited<ReturnType<typeof listPage>>[number];

/** Returns a page of people, newest first. */
export function listPage(db: Db | Tx, filter: UserFilter, limit: number, after: Cursor | null) {
  const rows = withSessions(filtered(db, filter)).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
  return (after ? rows.where(sql<boolean>`(created_at, id) < (${after.at}, ${after.id}::uuid)`) : rows).execute();
}

export async function countUpTo(db: Db | Tx, filter: UserFilter, most: number): Promise<number> {
  const some = filtered(db, filter)
    .select(sql`1`.as('one'))
    .limit(most + 1);
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

const everybody: UserFilter = { search: '', role: null, plan: null, isSuspended: null };

export const findRow = (db: Db | Tx, id: string) =>
  withSessions(filtered(db, everybody)).where('id', '=', id).executeTakeFirst();

export const lockUser = (tx: Tx, id: string) =>
  tx.selectFrom('users').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();

export const listSessions = (db: Db | Tx, userId: string) =>
  db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'updated_at', 'expires_at', 'user_agent', 'second_factor'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date())
    .orderBy('updated_at', 'desc')
    .execute();

/** Returns the newest entries of the audit log about this account, except views by administrators. */
export const listLog = (db: Db | Tx, userId: string) =>
  db
    .selectFrom('audit_log')
    .leftJoin('users as actor', (join) => join.on(sql<boolean>`actor.id::text = audit_log.actor_id`))
    .select(['audit_log.at', 'actor.name as actor_name', 'audit_log.action', 'audit_log.reason'])
    .where('audit_log.subject_type', '=', 'user')
    .where('audit_log.subject_id', '=', userId)
    .where('audit_log.action', '<>', 'user.viewed')
    .orderBy('audit_log.id', 'desc')
    .limit(LOG_SHOWN)
    .execute();
