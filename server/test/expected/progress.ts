import { randomUUID } from 'node:crypto';
import { all, nobody, type Rows } from './callers.ts';

/** The token of a friend link that does not exist. */
const token = 'a-link-that-nobody-has';
const key = () => ({ idempotency_key: randomUUID() });

/** Expected responses of the procedures for the dashboard. */
export const progressAnswers: Rows = {
  // Only the patient may read their summary. Even their doctor may not.
  'progress.getDashboardSummary': {
    input: ({ ids }) => ({ user_id: ids.patient }),
    expected: all(403, { patient: 200 }),
  },
  'progress.updateProgressSettings': { input: () => ({ monthly_target: 20 }) },
  'progress.noteShare': { input: () => ({ way: 'copy', ...key() }) },
  'progress.listFriends': {},
  'progress.getMyInvite': {},
  'progress.renewMyInvite': {},
  'progress.getInvite': { input: () => ({ token }), expected: all(404) },
  'progress.acceptInvite': { input: () => ({ token }), expected: all(404) },
  'progress.confirmFriend': { input: () => ({ connection_id: nobody }), expected: all(404) },
  'progress.endFriendship': { input: () => ({ connection_id: nobody }), expected: all(404) },
  'progress.listChallenges': {},
  'progress.joinChallenge': { input: () => ({ challenge_id: 'photo_week' }) },
  'progress.leaveChallenge': { input: () => ({ challenge_id: 'together' }), expected: all(404) },
  'progress.claimReward': {
    input: () => ({ reward_id: 'serum_set' }),
    expected: all(409),
  },
  'progress.getMemberAchievements': {
    input: ({ ids }) => ({ user_id: ids.patient }),
  },
  'progress.listMyPhotos': {},
  'progress.adminListProducts': {},
  'progress.adminSaveProduct': {
    input: () => ({
      name_en: 'Calm cream',
      name_fr: 'Crème apaisante',
      description_en: 'For reactive skin.',
      description_fr: 'Pour les peaux réactives.',
      price_cents: 3200,
      currency: 'EUR',
      for_treatments: ['laser'],
      for_scores: [],
      is_active: true,
      position: 1,
      version: 0,
      idempotency_key: crypto.randomUUID(),
    }),
  },
  'progress.adminDeleteProduct': { input: () => ({ id: nobody }) },
  'progress.adminListRewardClaims': {},
  'progress.adminFulfilRewardClaim': {
    input: () => ({ id: nobody }),
    expected: all(404),
  },
};
