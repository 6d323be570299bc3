import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Leaver, PersonalData } from '#server/platform/personal/personal-data.ts';

export const progressData: PersonalData = {
  tables: {
    skin_scores: {
      of: 'patient_id',
      hidden: ['patient_id', 'saved_by'],
      shown: 't.signed_at is not null',
      kept: 'record',
    },
    friend_invites: { of: 'user_id', hidden: 'all' },
    friend_connections: { of: 'inviter_id', hidden: ['inviter_id', 'invitee_id'] },
    friend_scores: { of: 'user_id', hidden: ['user_id'] },
    progress_settings: { of: 'user_id', hidden: ['user_id'] },
    share_notes: { of: 'user_id', hidden: ['user_id'] },
    challenge_joins: { of: 'user_id', hidden: ['user_id'] },
    achievements_earned: { of: 'user_id', hidden: ['user_id'] },
    reward_claims: { of: 'user_id', hidden: ['user_id', 'fulfilled_by'] },
  },
  mentions: { skin_scores: ['saved_by'], reward_claims: ['fulfilled_by'], friend_connections: ['invitee_id'] },
  erase,
};

/** A friendship ends from both sides; a score that no doctor has signed is no record. */
async function erase(_ctx: Context, tx: Tx, { userId }: Leaver): Promise<void> {
  await sql`delete from friend_connections where invitee_id = ${userId}`.execute(tx);
  await sql`delete from skin_scores where patient_id = ${userId} and signed_at is null`.execute(tx);
}
