import type { ColumnType, Generated } from 'kysely';
import type { AchievementId, ChallengeId, Challenge, Product } from '#contract/progress.ts';

export interface ProgressSettingsTable {
  user_id: string;
  monthly_target: Generated<number>;
  achievements_public: Generated<boolean>;
}

export interface FriendInvitesTable {
  user_id: string;
  /** The seed of the invitation link. The token of the link is computed from it and the service's secret `linkKey`. */
  seed: string;
  token_hash: Buffer;
  expires_at: Date;
}

export interface FriendConnectionsTable {
  id: Generated<string>;
  inviter_id: string;
  invitee_id: string;
  asked_at: Date;
  connected_at: ColumnType<Date | null, Date | null | undefined, Date>;
}

export interface FriendScoresTable {
  user_id: string;
  overall: number;
  updated_at: Date;
}

export interface ShareNotesTable {
  id: ColumnType<number, never, never>;
  user_id: string;
  way: string;
  at: Date;
}

export interface ChallengeJoinsTable {
  id: Generated<string>;
  user_id: string;
  challenge: ChallengeId;
  metric: Challenge['metric'];
  target: number;
  joined_at: Date;
  ends_at: Date;
  zone: string;
}

/** A row of the view of started challenges with their progress. */
export interface MyChallengesView {
  id: string;
  user_id: string;
  challenge: ChallengeId;
  metric: Challenge['metric'];
  target: number;
  joined_at: Date;
  ends_at: Date;
  progress: number;
  completed_at: Date | null;
}

export interface AchievementsEarnedTable {
  user_id: string;
  achievement: AchievementId;
  earned_at: Date;
}

export interface RewardClaimsTable {
  id: Generated<string>;
  user_id: string;
  reward: string;
  claimed_at: Date;
  fulfilled_at: ColumnType<Date | null, never, Date>;
  fulfilled_by: ColumnType<string | null, never, string>;
}

export interface ProductsTable extends Omit<Product, 'id' | 'version' | 'updated_at'> {
  id: Generated<string>;
  version: Generated<number>;
  updated_at: Date;
}

declare module '#server/platform/db/db.ts' {
  interface Database {
    progress_settings: ProgressSettingsTable;
    friend_invites: FriendInvitesTable;
    friend_connections: FriendConnectionsTable;
    friend_scores: FriendScoresTable;
    share_notes: ShareNotesTable;
    challenge_joins: ChallengeJoinsTable;
    my_challenges: MyChallengesView;
    achievements_earned: AchievementsEarnedTable;
    reward_claims: RewardClaimsTable;
    products: ProductsTable;
  }
}
