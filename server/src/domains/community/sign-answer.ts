import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';
import type { Context } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/refusal.ts';
import './events.ts';
import type { Content } from './content.queries.ts';
import type { Viewer } from './viewer.ts';

type Answer = Pick<Content, 'channel_id' | 'post_id' | 'id'>;

/** Selects the columns of a signature from the practitioner's current registration. */
export const snapshotOf = (
  userId: string,
) => sql`select d.user_id, f.display_name, d.speciality, d.registration_number, d.registration_body
  from practitioners d join community_profiles f on f.user_id = d.user_id
  where d.user_id = ${userId} and d.verified_at is not null and d.profession = 'doctor'`;

/**
 * Throws a refusal if a verified doctor changes a signed answer in a session without a second factor, because the
 * change would remove the signature. If the registration is no longer verified, the change is allowed and the answer
 * loses its signature.
 */
export async function assertMaySignAgain(tx: Tx, viewer: Viewer, { channel_id, id }: Answer): Promise<void> {
  if (viewer.isExpert) return;
  const { rows } =
    await sql`select from answer_signatures s join practitioners d on d.user_id = s.user_id and d.verified_at is not null and d.profession = 'doctor'
    where s.channel_id = ${channel_id} and s.comment_id = ${id} and s.user_id = ${viewer.userId}`.execute(tx);
  if (rows.length > 0) throw new Refusal('ANSWER_SIGNED');
}

/**
 * Signs a practitioner's answer with the current name and registration. A signature applies only to the current text,
 * so each change of the text signs it again. If the registration is no longer verified when the text changes, the
 * answer loses its signature. Co-signers confirmed the earlier text. Their co-signatures are therefore removed, and
 * they are notified.
 */
export async function signAnswer(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { channel_id, post_id, id }: Answer,
  at: Date,
): Promise<void> {
  const { rows } = await sql<{
    user_id: string;
  }>`delete from answer_cosignatures where channel_id = ${channel_id} and comment_id = ${id} returning user_id`.execute(
    tx,
  );
  for (const { user_id } of rows)
    await ctx.outbox.emit(tx, 'community.cosignatureVoided', { channel_id, post_id, comment_id: id, user_id });
  await sql`delete from answer_signatures where channel_id = ${channel_id} and comment_id = ${id}`.execute(tx);
  if (!viewer.isExpert) return;
  await sql`insert into answer_signatures (channel_id, comment_id, user_id, name, speciality, registration_number, registration_body, signed_at)
    select ${channel_id}, ${id}, s.*, ${at} from (${snapshotOf(viewer.userId)}) s`.execute(tx);
}
