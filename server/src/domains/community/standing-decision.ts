import { type RawBuilder, sql } from 'kysely';
import type { ModerationAction } from '#contract/community.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Content } from './content.queries.ts';
import type { Matter, Order } from './moderate.ts';
import { isInForce } from './viewer.ts';

/** True if an administrator made the decision `d`, or upheld it on appeal. */
export const isByAdministrator: RawBuilder<boolean> = sql<boolean>`exists (select from users a where a.role = 'admin'
  and (a.id = d.decided_by or (a.id = d.appeal_by and d.appeal_outcome = 'upheld')))`;

/** The actions that end an earlier decision about a text, with the action that they end. */
const ends = { restore: 'remove', unlock: 'lock' } as const;

/**
 * Returns the decision that removed a text, or closed a discussion, if it is still in force: it was not undone or
 * reversed, no later decision ended it, and no moderator has opened the discussion since.
 */
export async function standingDecision(
  tx: Tx,
  ending: keyof typeof ends,
  { kind, id }: Pick<Content, 'kind' | 'id'>,
): Promise<{ is_by_admin: boolean } | undefined> {
  const { rows } = await sql<{ action: ModerationAction; is_by_admin: boolean }>`
    select d.action, ${isByAdministrator} as is_by_admin from decisions d
    where d.subject_kind = ${kind} and d.subject_id = ${id} and d.action in (${ending}, ${ends[ending]})
      and d.undone_at is null and d.reopened_at is null and d.appeal_outcome is distinct from 'reversed'
    order by d.id desc limit 1`.execute(tx);
  return rows[0]?.action === ends[ending] ? rows[0] : undefined;
}

/**
 * Returns true if an administrator decided that this version of a text stays visible: the newest decision about its
 * removal is an administrator's restoration, or an administrator reversed that removal on appeal. Restorations by
 * moderators do not count. Otherwise moderators could restore the text themselves, and then remove it. After an edit,
 * moderators may remove the new version.
 */
async function isKeptByAdministrator(tx: Tx, { kind, id, version }: Content): Promise<boolean> {
  const { rows } = await sql<{ is_kept: boolean }>`
    select d.version = ${version} and exists (select from users a where a.role = 'admin'
      and ((d.action = 'restore' and a.id = d.decided_by) or (d.appeal_outcome = 'reversed' and a.id = d.appeal_by))) as is_kept
    from decisions d
    where d.subject_kind = ${kind} and d.subject_id = ${id} and d.undone_at is null
      and (d.action = 'remove' or (d.action = 'restore' and exists (select from users a where a.role = 'admin' and a.id = d.decided_by)))
    order by d.id desc limit 1`.execute(tx);
  return rows[0]?.is_kept ?? false;
}

/**
 * Refuses a moderator's decision that would end a decision of an administrator, or contradict one. Authors who moderate
 * may still remove their own text. Also refuses to close a discussion that a decision has already closed. The second
 * decision would otherwise replace the first, and whoever may end the second would end both.
 */
export async function assertStandsAlone(
  tx: Tx,
  { action }: Pick<Order, 'action'>,
  { viewer, content, channelId, personId }: Matter,
): Promise<void> {
  if (content && action === 'lock' && (await standingDecision(tx, 'unlock', content)))
    throw new Refusal('ALREADY_DECIDED');
  if (viewer.isAdmin) return;
  const isOthers = content !== null && content.author_id !== viewer.userId;
  if (isOthers && action === 'remove' && (await isKeptByAdministrator(tx, content)))
    throw new Refusal('DECIDED_BY_ADMIN');
  const isText = content !== null && (action === 'restore' || action === 'unlock');
  const standing = isText ? await standingDecision(tx, action, content) : undefined;
  const isLift = action === 'lift' && (await isSuspendedByAdministrator(tx, personId, channelId));
  if (standing?.is_by_admin || isLift) throw new Refusal('DECIDED_BY_ADMIN');
}

async function isSuspendedByAdministrator(tx: Tx, personId: string | null, channelId: string | null): Promise<boolean> {
  const { rows } = await sql`select from suspensions s join decisions d on d.id = s.decision_id
    where s.user_id = ${personId} and s.channel_id = ${channelId} and ${isInForce} and ${isByAdministrator} limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}
