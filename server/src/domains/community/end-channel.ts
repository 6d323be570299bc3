import { sql } from 'kysely';
import type { AuditKind } from '#contract/audit.ts';
import { CommunityLimits } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import { lockTexts } from './content.queries.ts';
import './events.ts';
import { lockChannel } from './membership.ts';
import { assertOwner } from './moderators.ts';
import { one } from './one.ts';
import { dropTags } from './tags.queries.ts';
import { tellFeeds } from './tell.ts';
import type { Viewer } from './viewer.ts';

/**
 * The times when a community was archived and when it will be deleted. `archived_at` is null if the community is not
 * archived. `delete_at` is null if no deletion is planned.
 */
export interface Ending {
  readonly archived_at: string | null;
  readonly delete_at: string | null;
}

const DAY_MS = 86_400_000;

/**
 * Archives a community, plans its deletion, or cancels the archiving or the deletion. Only its owners and
 * administrators may do so. A personal page ends only with its account.
 */
const decide = (
  ctx: Context,
  caller: SignedIn,
  channelId: string,
  work: (tx: Tx, viewer: Viewer, slug: string) => Promise<AuditKind | null>,
): Promise<Ending> =>
  ctx.db.transaction().execute(async (tx) => {
    const { viewer, channel } = await lockChannel(tx, caller, channelId);
    assertOwner(viewer, channel);
    const { rows } = await sql`select from channels where id = ${channelId} and kind = 'community'`.execute(tx);
    if (rows.length === 0) throw new Refusal('NOT_FOUND');
    const action = await work(tx, viewer, channel.slug);
    if (action) {
      await ctx.audit.record(tx, {
        actor: viewer.userId,
        actor_role: viewer.caller.role,
        action,
        subject: `channel:${channelId}`,
        patient_id: null,
        reason: 'moderation',
      });
      await tellFeeds(ctx, tx, channel);
    }
    return endingOf(tx, channelId);
  });

async function endingOf(tx: Tx, channelId: string): Promise<Ending> {
  const { rows } = await sql<{
    archived_at: Date | null;
    delete_at: Date | null;
  }>`select archived_at, delete_at from channels where id = ${channelId}`.execute(tx);
  const { archived_at, delete_at } = one(rows);
  return { archived_at: archived_at?.toISOString() ?? null, delete_at: delete_at?.toISOString() ?? null };
}

/** Makes a community read-only. Only its members still find it in lists and searches. Other people need its address. */
export const archiveChannel = (ctx: Context, caller: SignedIn, channelId: string): Promise<Ending> =>
  decide(ctx, caller, channelId, async (tx) => {
    const { rows } = await sql`update channels set archived_at = ${ctx.clock.now()}
      where id = ${channelId} and archived_at is null returning id`.execute(tx);
    return rows.length > 0 ? 'community.archived' : null;
  });

export const reopenChannel = (ctx: Context, caller: SignedIn, channelId: string): Promise<Ending> =>
  decide(ctx, caller, channelId, async (tx) => {
    const { rows } = await sql`update channels set archived_at = null
      where id = ${channelId} and archived_at is not null returning id`.execute(tx);
    return rows.length > 0 ? 'community.reopened' : null;
  });

/**
 * Announces the deletion of a community, after an owner or administrator has typed its address. Members are notified of
 * the date of deletion. Until then the community is read-only, and owners and administrators can cancel the deletion.
 */
export const askChannelDeletion = (
  ctx: Context,
  caller: SignedIn,
  { channel_id, slug }: { readonly channel_id: string; readonly slug: string },
): Promise<Ending> =>
  decide(ctx, caller, channel_id, async (tx, viewer, address) => {
    if (slug.replace(/^fl@/, '') !== address) throw invalidInput({ slug: ['invalid'] });
    const delete_at = new Date(ctx.clock.now().getTime() + CommunityLimits.deletion_days * DAY_MS);
    const { rows } = await sql`update channels set delete_at = ${delete_at}
      where id = ${channel_id} and delete_at is null returning id`.execute(tx);
    if (rows.length === 0) return null;
    await ctx.outbox.emit(tx, 'community.ending', { channel_id, asked_by: viewer.userId });
    return 'community.deletionAsked';
  });

export const cancelChannelDeletion = (ctx: Context, caller: SignedIn, channelId: string): Promise<Ending> =>
  decide(ctx, caller, channelId, async (tx, viewer) => {
    const { rows } = await sql`update channels set delete_at = null
      where id = ${channelId} and delete_at is not null returning id`.execute(tx);
    if (rows.length === 0) return null;
    await ctx.outbox.emit(tx, 'community.kept', { channel_id: channelId, by: viewer.userId });
    return 'community.deletionCancelled';
  });

/** Deletes the communities whose deletion date has come, each in a separate transaction. */
export async function deleteEndedChannels(ctx: Context): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`select id from channels where delete_at <= ${ctx.clock.now()} order by delete_at`.execute(ctx.db);
  await oneByOne(ctx.log, rows, ({ id }) => deleteChannel(ctx, id));
}

/**
 * Deletes a community. Deleting the community's row also deletes its posts, comments, versions, likes, members and the
 * reports in it. Images, topic counts, follows and reports about the community itself are deleted here.
 */
const deleteChannel = (ctx: Context, id: string): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    await lockTexts(tx, id);
    // The deletion may have been cancelled since the list of due communities was read.
    const { rows } =
      await sql`select from channels where id = ${id} and delete_at <= ${ctx.clock.now()} for update`.execute(tx);
    if (rows.length === 0) return;
    await dropTags(tx, id);
    const { rows: pictures } = await sql<{
      id: string;
    }>`delete from community_images where channel_id = ${id} returning id`.execute(tx);
    for (const picture of pictures) await ctx.photos.delete(tx, picture.id);
    await sql`delete from community_follows where (kind = 'channel' and target = ${id}::text)
      or (kind = 'post' and target in (select p.id::text from posts p where p.channel_id = ${id}))`.execute(tx);
    await sql`delete from reports where subject_kind = 'channel' and subject_id = ${id}`.execute(tx);
    await sql`delete from channels where id = ${id}`.execute(tx);
    await ctx.audit.record(tx, {
      actor: 'system',
      action: 'community.deleted',
      subject: `channel:${id}`,
      patient_id: null,
      reason: 'moderation',
    });
  });
