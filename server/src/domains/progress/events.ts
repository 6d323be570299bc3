declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** Another person opened the link of `user_id` and agreed. Now `user_id` can agree. */
    'progress.friendAsked': { connection_id: string; user_id: string };
    /** Both have agreed. `user_id` agreed first and gets the notification. */
    'progress.friendConnected': { connection_id: string; user_id: string };
    /** A reward that the team must hand out. */
    'progress.rewardClaimed': { claim_id: string };
  }
}

export {};
