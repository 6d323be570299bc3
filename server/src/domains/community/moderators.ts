import type { Db, Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { canModerate, channelOf, type ViewedChannel, type Viewer, viewerOf } from './viewer.ts';

/** Requires an owner or moderator of the community, or an administrator. Without a community, an administrator. */
export async function moderatorOf(
  db: Db | Tx,
  caller: SignedIn,
  channelId: string | undefined,
): Promise<{ viewer: Viewer; channel: ViewedChannel | null }> {
  const viewer = await viewerOf(db, caller, channelId ? { channelId } : {});
  if (!channelId) {
    if (!viewer.isAdmin) throw new Refusal('FORBIDDEN');
    return { viewer, channel: null };
  }
  return { viewer, channel: assertModerator(viewer, channelOf(viewer)) };
}

export function assertModerator(viewer: Viewer, channel: ViewedChannel): ViewedChannel {
  if (!canModerate(viewer, channel.role)) throw new Refusal('NOT_A_MODERATOR', { slug: channel.slug });
  return channel;
}

/** Only owners decide about roles. */
export function assertOwner(viewer: Viewer, channel: ViewedChannel): ViewedChannel {
  if (!viewer.isAdmin && channel.role !== 'owner') throw new Refusal('NOT_A_MODERATOR', { slug: channel.slug });
  return channel;
}
