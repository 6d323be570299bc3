import { sql } from 'kysely';
import type { ChannelCard, JoinPolicy, Visibility } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { requireVersion } from '#server/platform/require-version.ts';
import { lockTexts } from './content.queries.ts';
import { setThemes } from './create-channel.ts';
import { showChannel } from './list-channels.ts';
import { filterWords } from './may-write.ts';
import { lockChannel } from './membership.ts';
import { assertModerator } from './moderators.ts';
import { moveTags } from './tags.queries.ts';
import { channelOf, plansFor, type ViewedChannel, type Viewer, viewerOf } from './viewer.ts';

interface ChannelSettings {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly visibility?: Visibility | undefined;
  readonly join_policy?: JoinPolicy | undefined;
  readonly rules?: readonly string[] | undefined;
}

export interface ChannelChanges extends ChannelSettings {
  readonly channel_id: string;
  /** The values that the caller saw. */
  readonly was?: ChannelSettings | undefined;
}

const change = (
  ctx: Context,
  caller: SignedIn,
  { channel_id: channelId, visibility }: Pick<ChannelChanges, 'channel_id' | 'visibility'>,
  work: (tx: Tx, viewer: Viewer, channel: ViewedChannel) => Promise<void>,
): Promise<ChannelCard> =>
  ctx.db.transaction().execute(async (tx) => {
    if (visibility) await lockToMove(tx, caller, channelId, visibility);
    const { viewer, channel } = await lockChannel(tx, caller, channelId);
    assertModerator(viewer, channel);
    await work(tx, viewer, channel);
    return showChannel({ ...ctx }, tx, viewer, channelId);
  });

/** Locks the texts of a community before its visibility changes, because their visibility changes with it. */
async function lockToMove(tx: Tx, caller: SignedIn, channelId: string, visibility: Visibility): Promise<void> {
  const viewer = await viewerOf(tx, caller, { channelId });
  const channel = assertModerator(viewer, channelOf(viewer));
  if (channel.visibility !== visibility) await lockTexts(tx, channelId);
}

/**
 * Changes a community. Absent fields stay unchanged. An empty text clears its field.
 *
 * @throws Refusal CHANGED_SINCE if a colleague has changed the same field since the caller saw it
 */
export const updateChannel = (
  ctx: Context,
  caller: SignedIn,
  { channel_id, was, ...changes }: ChannelChanges,
): Promise<ChannelCard> =>
  change(ctx, caller, { channel_id, visibility: changes.visibility }, async (tx, viewer, channel) => {
    const { name, description, visibility, join_policy, rules } = changes;
    if (was) await refuseChanged(tx, channel_id, { was, changes });
    const held = await filterWords(tx, viewer, channel_id, [name, description, ...(rules ?? [])].join('\n'));
    if (held.length > 0) throw new Refusal('WORD_REFUSED', { words: held });
    await sql`update channels set
        name = ${name === undefined ? sql`name` : name || null}, description = ${description === undefined ? sql`description` : description || null},
        join_policy = ${join_policy ?? sql`join_policy`}, rules = ${rules ? sql`${[...rules]}::text[]` : sql`rules`}
      where id = ${channel_id}`.execute(tx);
    if (visibility && visibility !== channel.visibility) await moveTo(ctx, tx, viewer, channel, visibility);
  });

async function refuseChanged(
  tx: Tx,
  channelId: string,
  { was, changes }: { readonly was: ChannelSettings; readonly changes: ChannelSettings },
): Promise<void> {
  const { rows } = await sql<Required<ChannelSettings>>`select coalesce(name, '') as name,
      coalesce(description, '') as description, visibility, join_policy, rules
    from channels where id = ${channelId}`.execute(tx);
  for (const field of ['name', 'description', 'visibility', 'join_policy', 'rules'] as const)
    if (changes[field] !== undefined && was[field] !== undefined)
      requireSame({ stored: rows[0]?.[field], loaded: was[field], wanted: changes[field] });
}

const requireSame = ({ stored, loaded, wanted }: Record<'stored' | 'loaded' | 'wanted', unknown>) =>
  requireVersion({
    stored: JSON.stringify(stored),
    loaded: JSON.stringify(loaded),
    wanted: JSON.stringify(wanted),
  });

/**
 * Changes the visibility of a community. The visibility of all its posts and comments changes in the same transaction,
 * so that no list shows them under the old visibility.
 */
async function moveTo(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { id }: ViewedChannel,
  visibility: Visibility,
): Promise<void> {
  if (!viewer.visibilities.includes(visibility)) throw new Refusal('PLAN_REQUIRED', { plans: plansFor(visibility) });
  // A community that is no longer open to all members is no longer public (readable without an account). Making it
  // public again is a separate choice.
  await sql`update channels set visibility = ${visibility}, web_since = null where id = ${id}`.execute(tx);
  await moveTags(tx, id, visibility);
  await sql`update posts set visibility = ${visibility} where channel_id = ${id}`.execute(tx);
  await sql`update comments set visibility = ${visibility} where channel_id = ${id}`.execute(tx);
  await ctx.audit.record(tx, {
    actor: viewer.userId,
    actor_role: viewer.caller.role,
    action: 'community.visibilityChanged',
    subject: `channel:${id}`,
    patient_id: null,
    reason: 'moderation',
    details: { visibility },
  });
}

interface ChannelThemes {
  readonly channel_id: string;
  readonly themes: readonly string[];
  /** The themes that the caller saw. */
  readonly themes_were?: readonly string[] | undefined;
}

/** Replaces the themes. @throws Refusal CHANGED_SINCE if a colleague has changed them since the caller saw them */
export const setChannelThemes = (
  ctx: Context,
  caller: SignedIn,
  { channel_id, themes, themes_were: loaded }: ChannelThemes,
) =>
  change(ctx, caller, { channel_id }, async (tx, viewer) => {
    if (loaded) {
      const { themes: stored } = await showChannel(ctx, tx, viewer, channel_id);
      requireSame({ stored, loaded, wanted: [...new Set(themes)] });
    }
    const held = await filterWords(tx, viewer, channel_id, themes.join('\n'));
    if (held.length > 0) throw new Refusal('WORD_REFUSED', { words: held });
    await setThemes(tx, channel_id, themes);
  });

export interface Branding {
  readonly channel_id: string;
  readonly banner_image_id?: string | null | undefined;
  readonly icon_image_id?: string | null | undefined;
}

/**
 * Sets the banner and the icon. The caller must have uploaded these images for this community, or for no particular
 * community.
 */
export const setChannelBranding = (
  ctx: Context,
  caller: SignedIn,
  { channel_id, banner_image_id, icon_image_id }: Branding,
) =>
  change(ctx, caller, { channel_id }, async (tx, viewer) => {
    if (banner_image_id !== undefined) await wear(tx, viewer, channel_id, 'banner', banner_image_id);
    if (icon_image_id !== undefined) await wear(tx, viewer, channel_id, 'icon', icon_image_id);
  });

async function wear(
  tx: Tx,
  viewer: Viewer,
  channelId: string,
  kind: 'banner' | 'icon',
  imageId: string | null,
): Promise<void> {
  const { rows } = await sql<{ path: string }>`update community_images set channel_id = ${channelId}
    where id = ${imageId} and kind = ${kind} and uploaded_by = ${viewer.userId} and (channel_id is null or channel_id = ${channelId}) returning path`.execute(
    tx,
  );
  if (imageId !== null && !rows[0]) throw new Refusal('NOT_FOUND');
  await sql`update channels set ${sql.raw(`${kind}_path`)} = ${rows[0]?.path ?? null} where id = ${channelId}`.execute(
    tx,
  );
}
