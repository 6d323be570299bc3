import type { SaveBlock, SiteBlockState } from '#contract/site.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { blockState } from './block-states.ts';
import * as versions from './site.queries.ts';
import type { BlockPlace, VersionRow } from './site.queries.ts';

type Save = SaveBlock & { restored_from?: string };

/**
 * Stores a draft, or publishes the block and deletes its draft. The call is refused if another administrator has saved
 * the block in the meantime. The refused text is not lost, because the editor still shows it.
 */
export async function saveBlock(ctx: Context, admin: string, save: Save): Promise<SiteBlockState> {
  const place = { region: save.region, language: save.language, block: save.content.block };
  await ctx.db.transaction().execute(async (tx) => {
    await versions.lockBlock(tx, place);
    await assertRead(tx, place, save.newest_id);
    await write(ctx, tx, admin, place, save);
  });
  return blockState(ctx, place);
}

/** Publishes a version, even if there is a newer version that the administrator has not seen. */
export async function publishBlock(
  ctx: Context,
  tx: Tx,
  admin: string,
  block: Omit<SaveBlock, 'publish' | 'newest_id'>,
): Promise<void> {
  const place = { region: block.region, language: block.language, block: block.content.block };
  await versions.lockBlock(tx, place);
  await write(ctx, tx, admin, place, { ...block, publish: true });
}

async function write(
  ctx: Context,
  tx: Tx,
  admin: string,
  place: BlockPlace,
  save: Omit<Save, 'newest_id'>,
): Promise<void> {
  await versions.deleteDraft(tx, place);
  await versions.insertVersion(tx, {
    ...place,
    content: JSON.stringify(save.content.content),
    is_shown: save.is_shown,
    reason: save.is_shown ? '' : save.reason,
    is_confirmed: save.is_confirmed,
    is_published: save.publish,
    restored_from: save.restored_from ?? null,
    made_by: admin,
    made_at: ctx.clock.now(),
  });
  if (save.publish) await record(ctx, tx, admin, place, save);
}

/** Publishes the content of an old version as a new version. Published versions are never deleted. */
export async function restoreVersion(
  ctx: Context,
  admin: string,
  id: string,
  newestId: string | null,
): Promise<SiteBlockState> {
  const old = await versions.findVersion(ctx.db, id);
  if (!old?.is_published) throw new Refusal('NOT_FOUND');
  const { region, language, is_shown, reason, is_confirmed } = old;
  return saveBlock(ctx, admin, {
    region,
    language,
    is_shown,
    reason,
    is_confirmed,
    content: contentOf(old),
    publish: true,
    newest_id: newestId,
    restored_from: id,
  });
}

/** Deletes the draft of a block. A draft that another administrator has saved in the meantime is not deleted. */
export async function discardDraft(
  ctx: Context,
  { newest_id, ...place }: BlockPlace & { newest_id: string | null },
): Promise<SiteBlockState> {
  await ctx.db.transaction().execute(async (tx) => {
    await versions.lockBlock(tx, place);
    await assertRead(tx, place, newest_id);
    await versions.deleteDraft(tx, place);
  });
  return blockState(ctx, place);
}

export const contentOf = ({ block, content }: VersionRow) => ({ block, content }) as SaveBlock['content'];

async function assertRead(tx: Tx, place: BlockPlace, newestId: string | null): Promise<void> {
  const newest = await versions.findNewest(tx, place);
  if ((newest?.id ?? null) !== newestId) throw new Refusal('SITE_CONTENT_CHANGED');
}

const record = (
  ctx: Context,
  tx: Tx,
  admin: string,
  { region, language, block }: BlockPlace,
  save: Omit<Save, 'newest_id'>,
) =>
  ctx.audit.record(tx, {
    actor: admin,
    actor_role: 'admin',
    action: save.restored_from ? 'site.restored' : 'site.published',
    subject: `site:${region}/${language}/${block}`,
    patient_id: null,
    reason: save.is_shown ? 'content' : save.reason,
    details: { is_shown: save.is_shown, is_confirmed: save.is_confirmed },
  });
