import { randomUUID } from 'node:crypto';
import { adminOnly, all, nobody, patientsOnly, type Rows } from './callers.ts';

/** A link that nobody has. */
const token = 'a-link-that-nobody-has';
const nobodysFriend = all(403, { visitor: 401, patient: 404, other: 404 });
const key = () => ({ idempotency_key: randomUUID() });

/** The dashboard. */
export const progressAnswers: Rows = {
  // Another person's summary is refused to its own patient's doctor, too.
  'progress.getDashboardSummary': {
    input: ({ ids }) => ({ user_id: ids.patient }),
    expected: all(403, { visitor: 401, patient: 200 }),
  },
  'progress.updateProgressSettings': { input: () => ({ monthly_target: 20 }), expected: patientsOnly },
  'progress.noteShare': { input: () => ({ way: 'copy', ...key() }), expected: patientsOnly },
  'progress.listFriends': { expected: patientsOnly },
  'progress.getMyInvite': { expected: patientsOnly },
  'progress.renewMyInvite': { expected: patientsOnly },
  'progress.getInvite': { input: () => ({ token }), expected: nobodysFriend },
  'progress.acceptInvite': { input: () => ({ token }), expected: nobodysFriend },
  'progress.confirmFriend': { input: () => ({ connection_id: nobody }), expected: nobodysFriend },
  'progress.endFriendship': { input: () => ({ connection_id: nobody }), expected: nobodysFriend },
  'progress.listChallenges': { expected: patientsOnly },
  'progress.joinChallenge': { input: () => ({ challenge_id: 'photo_week' }), expected: patientsOnly },
  'progress.leaveChallenge': { input: () => ({ challenge_id: 'together' }), expected: nobodysFriend },
  'progress.claimReward': {
    input: () => ({ reward_id: 'serum_set' }),
    expected: all(403, { visitor: 401, patient: 409, other: 409 }),
  },
  'progress.getMemberAchievements': {
    input: ({ ids }) => ({ user_id: ids.patient }),
    expected: all(200, { visitor: 401 }),
  },
  'progress.listMyPhotos': { expected: patientsOnly },
  'progress.adminListProducts': { expected: adminOnly },
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
    expected: adminOnly,
  },
  'progress.adminDeleteProduct': { input: () => ({ id: nobody }), expected: adminOnly },
  'progress.adminListRewardClaims': { expected: adminOnly },
  'progress.adminFulfilRewardClaim': {
    input: () => ({ id: nobody }),
    expected: all(403, { visitor: 401, admin: 404 }),
  },
};
