import { sql } from 'kysely';
import type { MemberRole, ModerationAction } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { changeState } from './change-state.ts';
import { type Content, type ContentKind, lockPlace, lockToChange, type State } from './content.queries.ts';
import type { Closed, Matter, Order } from './moderate.ts';
import { publishReleased } from './tell-decision.ts';
import { tellReaders } from './tell.ts';
import type { Viewer } from './viewer.ts';

/** The state before a decision. It is stored with the decision, so that undoing it restores exactly this state. */
export interface Before {
  readonly text?: { readonly kind: ContentKind; readonly id: string; readonly state: State; readonly became: State };
  readonly is_locked?: boolean;
  readonly membership?: Membership;
  /** The open requests to join that a ban closed. */
  readonly requests?: readonly JoinWish[];
  /** Ids of the suspensions that the decision ended. */
  readonly lifted?: readonly string[];
  /**
   * Id of a text that a word filter hid and that this decision made visible. People were notified of the text after the
   * decision.
   */
  readonly published?: string;
}

interface JoinWish {
  readonly channel_id: string;
  readonly words: string;
  readonly created_at: string;
}

interface Membership {
  readonly role: MemberRole;
  readonly joined_at: string;
  readonly seen_at: string;
}

/** Carries out a decision. Returns the state from before the decision. */
export async function carryOut(
  ctx: Context,
  tx: Tx,
  { action, days }: Order,
  { content, reported, channelId, personId, viewer }: Matter,
  decisionId: string,
  closed: readonly Closed[],
): Promise<Before> {
  if (action === 'remove' && content?.state === 'removed') throw new Refusal('ALREADY_DECIDED');
  const text = content ?? reported;
  const state = text && stateAfter(action, text, closed);
  if (text && state && state !== text.state) await changeState(tx, text, state);
  if (content && (action === 'lock' || action === 'unlock')) await setLocked(tx, content, action === 'lock');
  // Joining, asking to join and accepting a request take the same lock. They therefore wait for this transaction, and
  // then find the suspension. A ban everywhere takes no lock: a request that is made at the same time remains, but
  // cannot be accepted.
  if (channelId && action === 'ban') await lockPlace(tx, channelId);
  const until = action === 'suspend' ? ctx.clock.now().getTime() + (days ?? 1) * 86_400_000 : null;
  if (personId && (action === 'suspend' || action === 'ban'))
    await sql`insert into suspensions (user_id, channel_id, decision_id, until)
      values (${personId}, ${channelId}, ${decisionId}, ${until === null ? null : new Date(until)})`.execute(tx);
  const shutOut = personId && action === 'ban' ? await shutOutOf(tx, personId, channelId) : undefined;
  const lifted = personId && action === 'lift' ? await lift(ctx, tx, personId, channelId) : undefined;
  if (text) await tellReaders(ctx, tx, text.post_id, viewer.userId);
  return {
    ...(text &&
      state &&
      state !== text.state && { text: { kind: text.kind, id: text.id, state: text.state, became: state } }),
    ...(content && { is_locked: content.is_locked }),
    ...shutOut,
    ...(lifted && { lifted }),
  };
}

/**
 * Returns the state of a post or comment after a decision. If reports had hidden it, every decision that closes the
 * case of these reports, except a removal, makes it visible again. If a word filter had hidden it, only a decision to
 * restore it or to dismiss its case makes it visible.
 */
function stateAfter(action: ModerationAction, text: Content, closed: readonly Closed[]): State {
  if (action === 'remove') return 'removed';
  if (action === 'restore') return 'visible';
  if (text.state !== 'held') return text.state;
  const isHiddenByReaders = closed.some(({ subject_id, held_at }) => subject_id === text.id && held_at !== null);
  return action === 'dismiss' || isHiddenByReaders ? 'visible' : 'held';
}

const setLocked = (tx: Tx, { channel_id, id }: Content, isLocked: boolean): Promise<unknown> =>
  sql`update posts set is_locked = ${isLocked} where channel_id = ${channel_id} and id = ${id}`.execute(tx);

/**
 * Ends what a banned person still has in the community, or everywhere: the open request to join, and in one community
 * the membership. Owners remain members of their own community. Returns what ended.
 */
async function shutOutOf(
  tx: Tx,
  userId: string,
  channelId: string | null,
): Promise<Pick<Before, 'membership' | 'requests'>> {
  const { rows: requests } = await sql<JoinWish>`delete from channel_join_requests
    where user_id = ${userId} and (${channelId}::uuid is null or channel_id = ${channelId})
    returning channel_id, words, created_at::text`.execute(tx);
  if (!channelId) return { requests };
  const { rows } = await sql<Membership>`delete from channel_members
    where channel_id = ${channelId} and user_id = ${userId} and role <> 'owner'
    returning role, joined_at::text, seen_at::text`.execute(tx);
  return { requests, ...(rows[0] && { membership: rows[0] }) };
}

async function lift(ctx: Context, tx: Tx, userId: string, channelId: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`update suspensions set lifted_at = ${ctx.clock.now()}
    where user_id = ${userId} and channel_id is not distinct from ${channelId} and lifted_at is null returning id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

export interface Decided {
  readonly id: string;
  readonly action: ModerationAction;
  readonly subject_kind: string;
  readonly subject_id: string;
}

/** Reverses the effect of a decision after a successful appeal. A membership that a ban ended is not restored. */
export async function reverse(ctx: Context, tx: Tx, viewer: Viewer, decision: Decided): Promise<void> {
  if (decision.action === 'suspend' || decision.action === 'ban')
    await sql`update suspensions set lifted_at = ${ctx.clock.now()} where decision_id = ${decision.id}`.execute(tx);
  const content = await textOf(tx, viewer, decision);
  if (!content || !(await isLatest(tx, decision))) return;
  if (decision.action === 'remove' && content.state === 'removed') {
    await changeState(tx, content, 'visible');
    await publishReleased(ctx, tx, decision.id, content);
  }
  if (decision.action === 'lock') await setLocked(tx, content, false);
}

const OPPOSITES: readonly (readonly ModerationAction[])[] = [
  ['remove', 'restore'],
  ['lock', 'unlock'],
];

/**
 * Returns false if a later decision about the text is in force, or if a moderator has since opened the discussion that
 * this decision closed. Reversing or undoing this decision does not end what came later.
 */
async function isLatest(tx: Tx, { id, action, subject_kind, subject_id }: Decided): Promise<boolean> {
  const same = OPPOSITES.find((pair) => pair.includes(action)) ?? [];
  const { rows } = await sql`select from decisions where subject_kind = ${subject_kind} and subject_id = ${subject_id}
    and ((id = ${id} and reopened_at is not null)
      or (id > ${id} and undone_at is null and action = any(${[...same]}::text[]))) limit 1`.execute(tx);
  return rows.length === 0;
}

const textOf = async (tx: Tx, viewer: Viewer, { subject_kind: kind, subject_id }: Decided): Promise<Content | null> =>
  kind === 'post' || kind === 'comment' ? lockToChange(tx, viewer, kind, subject_id) : null;

export interface TakenBack extends Decided {
  readonly person_id: string | null;
  readonly channel_id: string | null;
  readonly before: Before;
}

/**
 * Undoes the effects of a decision. Returns false and changes nothing if the state or the lock of the post or comment
 * was changed after the decision, even if a later decision had the same effect.
 */
export async function takeBack(ctx: Context, tx: Tx, viewer: Viewer, decision: TakenBack): Promise<boolean> {
  const { before, action, person_id, channel_id } = decision;
  const named = before.text ?? null;
  const text = named ? await lockToChange(tx, viewer, named.kind, named.id) : await textOf(tx, viewer, decision);
  const isLocking = action === 'lock' || action === 'unlock';
  if (named && text?.state !== named.became) return false;
  if (isLocking && text?.is_locked !== (action === 'lock')) return false;
  if (!(await isLatest(tx, decision))) return false;
  if (text && named) await changeState(tx, text, named.state);
  if (text && isLocking) await setLocked(tx, text, before.is_locked ?? false);
  await sql`delete from suspensions where decision_id = ${decision.id}`.execute(tx);
  if (before.membership && channel_id && person_id) {
    const { role, joined_at, seen_at } = before.membership;
    await sql`insert into channel_members (channel_id, user_id, role, joined_at, seen_at)
      values (${channel_id}, ${person_id}, ${role}, ${joined_at}, ${seen_at}) on conflict do nothing`.execute(tx);
  }
  for (const { channel_id: wished, words, created_at } of before.requests ?? [])
    await sql`insert into channel_join_requests (channel_id, user_id, words, created_at)
      values (${wished}, ${person_id}, ${words}, ${created_at}) on conflict do nothing`.execute(tx);
  await sql`update suspensions set lifted_at = null where id = any(${[...(before.lifted ?? [])]}::uuid[])`.execute(tx);
  if (text) await tellReaders(ctx, tx, text.post_id, viewer.userId);
  return true;
}
