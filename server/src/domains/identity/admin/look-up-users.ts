import type { AdminUser } from '#contract/admin.ts';
import type { Plan, Role } from '#contract/base.ts';
import type { Context } from '#server/platform/context.ts';
import { pageOf, readCursor } from '#server/platform/db/cursor.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findInvitation } from '../invited.ts';
import { findVerification } from '../practitioners.queries.ts';
import { countUpTo, findRow, listLog, listPage, listSessions, type UserRow } from './users.queries.ts';

const MOST_COUNTED = 1000;

export interface UsersPage {
  readonly search?: string | null | undefined;
  readonly role?: Role | null | undefined;
  readonly plan?: Plan | null | undefined;
  readonly is_suspended?: boolean | null | undefined;
  readonly limit: number;
  readonly after?: string | null | undefined;
}

/** Returns a page of people, newest first. */
export async function listUsers({ db }: Context, { search, role, plan, is_suspended, limit, after }: UsersPage) {
  const filter = {
    search: /[\p{L}\p{N}]/u.test(search ?? '') ? (search ?? '') : '',
    role: role ?? null,
    plan: plan ?? null,
    isSuspended: is_suspended ?? null,
  };
  const found = await listPage(db, filter, limit + 1, readCursor(after));
  const { rows, next } = pageOf(found, limit, ({ created_at: at, id }) => ({ at, id }));
  const counted = await countUpTo(db, filter, MOST_COUNTED);
  return {
    rows: rows.map(showUser),
    total: Math.min(counted, MOST_COUNTED),
    is_total_exact: counted <= MOST_COUNTED,
    next,
  };
}

/** Returns one person. The email address and the name are personal data, so each access is logged. */
export async function getUser(ctx: Context, admin: SignedIn, userId: string) {
  const user = await mustFind(ctx, userId);
  const sessions = await listSessions(ctx.db, userId);
  const log = await listLog(ctx.db, userId);
  const invitation = await findInvitation(ctx, userId);
  const needs_registration = !(await findVerification(ctx.db, userId));
  await ctx.audit.record(ctx.db, {
    actor: admin.userId,
    actor_role: admin.role,
    action: 'user.viewed',
    subject: `user:${userId}`,
    patient_id: user.role === 'patient' ? userId : null,
    reason: 'administration',
  });
  return {
    user,
    needs_registration,
    invitation,
    sessions: sessions.map(({ id, created_at, updated_at, expires_at, user_agent, second_factor }) => ({
      id,
      created_at: created_at.toISOString(),
      last_seen_at: updated_at.toISOString(),
      expires_at: expires_at.toISOString(),
      user_agent,
      passed_second_factor: second_factor,
    })),
    log: log.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })),
  };
}

export async function mustFind({ db }: Pick<Context, 'db'>, userId: string): Promise<AdminUser> {
  const row = await findRow(db, userId);
  if (!row) throw new Refusal('NOT_FOUND');
  return showUser(row);
}

const showUser = ({ email_verified, has_second_factor, created_at, suspended_at, ...row }: UserRow): AdminUser => ({
  ...row,
  is_email_confirmed: email_verified,
  has_second_factor: Boolean(has_second_factor),
  member_since: created_at.toISOString(),
  suspended_at: suspended_at?.toISOString() ?? null,
});
