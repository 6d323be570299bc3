import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { isChannelOnWeb } from './on-web.sql.ts';
import { lockChannel } from './membership.ts';
import { assertOwner } from './moderators.ts';

/**
 * Makes a community public (readable without an account), or ends this. If the community is not public, none of its
 * threads is public, but the choices of their authors stay stored.
 */
export const setChannelOnWeb = (
  ctx: Context,
  caller: SignedIn,
  { channel_id, is_on_web }: { readonly channel_id: string; readonly is_on_web: boolean },
): Promise<{ is_on_web: boolean }> =>
  ctx.db.transaction().execute(async (tx) => {
    const { viewer, channel } = await lockChannel(tx, caller, channel_id);
    assertOwner(viewer, channel);
    const { rows } =
      await sql`update channels set web_since = case when ${is_on_web} then coalesce(web_since, ${ctx.clock.now()}) end
      where id = ${channel_id} and kind = 'community' and (visibility = 'open' or not ${is_on_web}) returning id`.execute(
        tx,
      );
    if (rows.length === 0) throw new Refusal('WEB_CLOSED');
    await ctx.audit.record(tx, {
      actor: viewer.userId,
      actor_role: caller.role,
      action: 'community.visibilityChanged',
      subject: `channel:${channel_id}`,
      patient_id: null,
      reason: 'moderation',
      details: { is_on_web },
    });
    return { is_on_web };
  });

/**
 * Requires that the community is public. Its row stays locked, so that this cannot change while one of its threads is
 * being made public.
 */
export async function assertChannelOnWeb(tx: Tx, channelId: string): Promise<void> {
  const { rows } =
    await sql`select from channels ch where ch.id = ${channelId} and ${isChannelOnWeb} for no key update`.execute(tx);
  if (rows.length === 0) throw new Refusal('WEB_CLOSED');
}

/**
 * Makes the caller's own thread public, or ends this. If a thread is made public again, answers written before that are
 * not shown.
 */
export const setPostOnWeb = (
  ctx: Context,
  caller: SignedIn,
  { post_id, is_on_web }: { readonly post_id: string; readonly is_on_web: boolean },
): Promise<{ web_since: string | null }> =>
  ctx.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ is_channel_on_web: boolean }>`select ${isChannelOnWeb} as is_channel_on_web
      from posts p join channels ch on ch.id = p.channel_id
      where p.id = ${post_id} and p.author_id = ${caller.userId} and p.state <> 'deleted' for update of p`.execute(tx);
    const found = rows[0];
    if (!found) throw new Refusal('NOT_FOUND');
    if (is_on_web && !found.is_channel_on_web) throw new Refusal('WEB_CLOSED');
    const { rows: changed } = await sql<{
      web_since: Date | null;
    }>`update posts set web_since = case when ${is_on_web} then coalesce(web_since, ${ctx.clock.now()}) end
      where id = ${post_id} returning web_since`.execute(tx);
    return { web_since: changed[0]?.web_since?.toISOString() ?? null };
  });
