import type { Notes } from './terms.ts';

export const progress: Notes = {
  progress_settings: {
    why: 'Goals somebody set for themselves',
    columns: {
      monthly_target: 'photos a month',
      achievements_public: 'whether others see what was achieved',
    },
  },
  challenge_joins: {
    why: 'Challenges somebody joined, on the terms of that day',
    columns: {
      challenge: 'which one',
      metric: 'what is counted',
      target: 'how much is needed',
      ends_at: 'when it ends',
      zone: 'by which clock',
    },
  },
  achievements_earned: {
    why: 'What was achieved, so that it is told once',
    columns: { achievement: 'which one', earned_at: 'when' },
  },
  reward_claims: {
    why: 'Rewards that were asked for',
    columns: { reward: 'which one', fulfilled_at: 'when it was handed out', fulfilled_by: 'who did' },
  },
  share_notes: { why: 'How often somebody told others of the product', columns: { way: 'by which way' } },
  friend_invites: {
    why: 'A link by which a friend is found',
    kept: 'until it expires or is renewed',
    columns: { seed: 'what the link follows from, with a key', token_hash: 'by which the link is found' },
  },
  friend_connections: {
    why: 'Who shows the overall score to whom',
    columns: {
      inviter_id: 'who invited',
      invitee_id: 'who was invited',
      asked_at: 'when the link was opened',
      connected_at: 'when both agreed',
    },
  },
  friend_scores: { why: 'The overall score that friends see', columns: { overall: 'the overall score' } },
  products: {
    why: 'Products that are recommended',
    kept: 'until an administrator removes them; about nobody',
    columns: {
      name_en: 'its name',
      name_fr: 'its name',
      description_en: 'what it does',
      description_fr: 'what it does',
      price_cents: 'its price',
      for_treatments: 'which treatments it goes with',
      for_scores: 'which values it may help',
    },
  },
};
