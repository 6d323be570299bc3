import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Leaver, PersonalData } from '#server/platform/personal/personal-data.ts';

export const progressData: PersonalData = {
  tables: {
    skin_scores: {
      why: 'Six values measured on a photo and confirmed by a doctor',
      of: 'patient_id',
      hidden: ['patient_id', 'saved_by'],
      shown: 't.signed_at is not null',
      kept: 'record',
      mentions: ['saved_by'],
      columns: { photo_taken_at: 'when the photo was taken', scores: 'the six values', overall: 'their mean' },
    },
    friend_invites: {
      why: 'Links by which friends connect',
      of: 'user_id',
      hidden: 'all',
      stays: 'until it expires or is renewed',
      columns: { seed: 'what the link follows from, with a key', token_hash: 'by which the link is found' },
    },
    friend_connections: {
      why: 'Connections of friends who show each other the overall score',
      of: 'inviter_id',
      hidden: ['inviter_id', 'invitee_id'],
      mentions: ['invitee_id'],
      columns: {
        inviter_id: 'the person who invited',
        invitee_id: 'the invited person',
        asked_at: 'when the link was opened',
        connected_at: 'when both agreed',
      },
    },
    friend_scores: {
      why: 'The overall score that friends see',
      of: 'user_id',
      hidden: ['user_id'],
      columns: { overall: 'the overall score' },
    },
    progress_settings: {
      why: 'Goals that a person set for themselves',
      of: 'user_id',
      hidden: ['user_id'],
      columns: {
        monthly_target: 'photos a month',
        achievements_public: 'whether other people see the achievement',
      },
    },
    share_notes: {
      why: 'Counts of how often a person shared the product',
      of: 'user_id',
      hidden: ['user_id'],
      columns: { way: 'by which way' },
    },
    challenge_joins: {
      why: 'Challenges that a person joined, with the terms of that day',
      of: 'user_id',
      hidden: ['user_id'],
      columns: {
        challenge: 'the challenge',
        metric: 'the counted fact',
        target: 'the required number',
        ends_at: 'when it ends',
        zone: 'the time zone',
      },
    },
    achievements_earned: {
      why: 'Achievements, so that each is notified only once',
      of: 'user_id',
      hidden: ['user_id'],
      columns: { achievement: 'which one', earned_at: 'when' },
    },
    reward_claims: {
      why: 'Rewards that a person requested',
      of: 'user_id',
      hidden: ['user_id', 'fulfilled_by'],
      mentions: ['fulfilled_by'],
      columns: { reward: 'which one', fulfilled_at: 'when it was handed out', fulfilled_by: 'who did' },
    },
    products: {
      why: 'Products that are recommended',
      stays: 'until an administrator removes them; contains no personal data',
      columns: {
        name_en: 'its name',
        name_fr: 'its name',
        description_en: 'what it does',
        description_fr: 'what it does',
        price_cents: 'its price',
        for_treatments: 'the treatments that it complements',
        for_scores: 'which values it may help',
      },
    },
  },
  erase,
};

/**
 * Deletes the person's data that the table declarations above do not cover. A friendship is deleted for both people.
 * Scores that no doctor has signed are deleted, because they are not part of the record.
 */
async function erase(_ctx: Context, tx: Tx, { userId }: Leaver): Promise<void> {
  await sql`delete from friend_connections where invitee_id = ${userId}`.execute(tx);
  await sql`delete from skin_scores where patient_id = ${userId} and signed_at is null`.execute(tx);
}
