import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';
import type { Content, State } from './content.queries.ts';
import { attachTags, detachTags } from './tags.queries.ts';

/**
 * Changes the state of a post or comment, for example to visible or removed. Only this function may change the state,
 * because it also updates the counts of the community, the post, the parent comment and the tags. A deleted post or
 * comment also loses its content.
 */
export async function changeState(tx: Tx, content: Content, to: State): Promise<void> {
  if (content.state === to) return;
  const step = Number(to === 'visible') - Number(content.state === 'visible');
  if (content.kind === 'post') await changePost(tx, content, to, step);
  else await changeComment(tx, content, to, step);
  if (to === 'deleted')
    await sql`delete from content_versions where channel_id = ${content.channel_id} and content_id = ${content.id}`.execute(
      tx,
    );
}

async function changePost(
  tx: Tx,
  { id, channel_id, visibility, tags, created_at }: Content,
  to: State,
  step: number,
): Promise<void> {
  const words =
    to === 'deleted'
      ? sql`, title = '', body = '', words = '', excerpt = '', image_path = null, tags = '{}', tag_titles = '{}'`
      : sql``;
  await sql`update posts set state = ${to} ${words} where channel_id = ${channel_id} and id = ${id}`.execute(tx);
  if (step === 0) return;
  await sql`update channels set posts_count = posts_count + ${step} where id = ${channel_id}`.execute(tx);
  const post = { channel_id, post_id: id, visibility, created_at };
  await (step > 0 ? attachTags : detachTags)(tx, post, tags);
}

/**
 * Changes the state of a comment and the counts that depend on it. The reply count of the parent leaves out a comment
 * that is not visible and has no replies.
 */
async function changeComment(
  tx: Tx,
  { id, channel_id, post_id, parent_id }: Content,
  to: State,
  step: number,
): Promise<void> {
  const words = to === 'deleted' ? sql`, body = '', words = ''` : sql``;
  const { rows } = await sql<{ replies_count: number }>`update comments set state = ${to} ${words}
    where channel_id = ${channel_id} and id = ${id} returning replies_count`.execute(tx);
  if (step === 0) return;
  await sql`update posts set comments_count = comments_count + ${step} where channel_id = ${channel_id} and id = ${post_id}`.execute(
    tx,
  );
  if (parent_id && rows[0]?.replies_count === 0)
    await sql`update comments set replies_count = replies_count + ${step} where channel_id = ${channel_id} and id = ${parent_id}`.execute(
      tx,
    );
}
