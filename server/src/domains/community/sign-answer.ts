import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';
import type { Viewer } from './viewer.ts';

/**
 * Keeps under which name and registration a practitioner wrote this text. Each change of the text signs it anew: a signature stands for the text that is shown,
 * so a text that changes after the registration has ended loses it.
 */
export async function signAnswer(
  tx: Tx,
  viewer: Viewer,
  { channel_id, id }: { readonly channel_id: string; readonly id: string },
  at: Date,
): Promise<void> {
  await sql`delete from answer_signatures where channel_id = ${channel_id} and comment_id = ${id}`.execute(tx);
  if (!viewer.isExpert) return;
  await sql`insert into answer_signatures (channel_id, comment_id, user_id, name, speciality, registration_number, registration_body, signed_at)
    select ${channel_id}, ${id}, d.user_id, f.display_name, d.speciality, d.registration_number, d.registration_body, ${at}
    from practitioners d join community_profiles f on f.user_id = d.user_id
    where d.user_id = ${viewer.userId} and d.verified_at is not null`.execute(tx);
}
