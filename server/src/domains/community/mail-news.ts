import { sql } from 'kysely';
import type { NotificationKind } from '#contract/notifications.ts';
import { choicesOf, findUser, mailPerson, type MailTemplate } from '#server/domains/identity/index.ts';
import type { News } from '#server/domains/notifications/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';

/** News that is mailed. Decisions are always mailed, everything else only to people who want it. */
const templates: Partial<Record<NotificationKind, MailTemplate>> = {
  reply: 'community_reply',
  mention: 'community_mention',
  practitioner_answered: 'community_practitioner_answered',
  invite: 'community_invite',
  decision: 'community_decision',
  appeal: 'community_appeal',
};
const ALWAYS: readonly NotificationKind[] = ['decision', 'appeal'];
const paths: Partial<Record<NotificationKind, string>> = {
  decision: '/community/decisions',
  appeal: '/community/decisions',
  invite: '/community/invites',
};

/** One mail for each person, bundle and day, so that a lively thread floods nobody. Without title and text, which may contain health data. */
export async function mailNews(ctx: Context, tx: Tx, told: readonly News[]): Promise<void> {
  for (const { userId, kind, subjectId, actorId, bundle } of told) {
    const template = templates[kind];
    if (!template || !(ALWAYS.includes(kind) || (await wantsMail(tx, userId)))) continue;
    const person = await findUser(tx, userId);
    if (!person?.email_verified) continue;
    const values = {
      actor: await nameOf(tx, actorId),
      statement: ALWAYS.includes(kind) ? await statementOf(tx, subjectId, kind) : '',
    };
    const key = `${bundle}:${userId}:${ctx.clock.now().toISOString().slice(0, 10)}`;
    await mailPerson(ctx, tx, person, template, { values, path: paths[kind] ?? '/community/notifications', key });
  }
}

async function wantsMail(tx: Tx, userId: string): Promise<boolean> {
  return (await choicesOf(tx, userId)).topics.community.email;
}

async function nameOf(tx: Tx, userId: string | null): Promise<string> {
  const { rows } = await sql<{
    display_name: string;
  }>`select display_name from community_profiles where user_id = ${userId}`.execute(tx);
  return rows[0]?.display_name ?? 'Flaira';
}

async function statementOf(tx: Tx, decisionId: string | null, kind: NotificationKind): Promise<string> {
  const { rows } = await sql<{
    statement: string;
    appeal_statement: string | null;
  }>`select statement, appeal_statement from decisions where id = ${decisionId}`.execute(tx);
  return (kind === 'appeal' ? rows[0]?.appeal_statement : rows[0]?.statement) ?? '';
}
