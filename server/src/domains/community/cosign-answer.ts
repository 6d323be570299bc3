import { sql } from 'kysely';
import type { Comment } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { visibleContent } from './content.queries.ts';
import { assertNotSuspended, assertWritable, lockWriter } from './may-write.ts';
import { showComment } from './read-post.ts';
import { snapshotOf } from './sign-answer.ts';
import { tellReaders } from './tell.ts';
import { viewerOf } from './viewer.ts';

/**
 * Adds or withdraws the co-signature of another verified doctor on a signed answer. The co-signature applies to the
 * version of the text that the doctor read. Throws NOT_FOUND for an answer without a signature.
 */
export const setCosigned = (
  ctx: Context,
  caller: SignedIn,
  {
    comment_id,
    version,
    is_cosigned,
  }: { readonly comment_id: string; readonly version: number; readonly is_cosigned: boolean },
): Promise<Comment> =>
  ctx.db.transaction().execute(async (tx) => {
    await lockWriter(ctx, tx, caller.userId);
    const viewer = await viewerOf(tx, caller);
    if (!viewer.isExpert) throw new Refusal('FORBIDDEN');
    const answer = await visibleContent(tx, viewer, 'comment', comment_id);
    const { channel_id, id } = answer;
    if (is_cosigned) {
      if (answer.author_id === viewer.userId) throw new Refusal('FORBIDDEN');
      await assertNotSuspended(ctx, tx, viewer.userId, channel_id);
      await assertWritable(tx, channel_id);
      if (answer.is_locked) throw new Refusal('POST_LOCKED');
      const signed =
        await sql`select from answer_signatures where channel_id = ${channel_id} and comment_id = ${id}`.execute(tx);
      if (signed.rows.length === 0) throw new Refusal('NOT_FOUND');
      if (answer.version !== version) throw new Refusal('TEXT_OUTDATED', { version: answer.version });
      await sql`insert into answer_cosignatures (channel_id, comment_id, user_id, name, speciality, registration_number, registration_body, signed_at)
        select ${channel_id}, ${id}, s.*, ${ctx.clock.now()} from (${snapshotOf(viewer.userId)}) s on conflict do nothing`.execute(
        tx,
      );
    } else
      await sql`delete from answer_cosignatures where channel_id = ${channel_id} and comment_id = ${id} and user_id = ${viewer.userId}`.execute(
        tx,
      );
    await tellReaders(ctx, tx, answer.post_id, viewer.userId);
    return showComment({ ...ctx, db: tx }, viewer, id);
  });
