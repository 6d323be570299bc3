declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /**
     * Another person opened the invitation link of `user_id` and agreed to become friends. `user_id` can now agree too.
     */
    'progress.friendAsked': { connection_id: string; user_id: string };
    /** Both people of a connection have agreed. `user_id` is the person who agreed first and has to be notified. */
    'progress.friendConnected': { connection_id: string; user_id: string };
    /** A member claimed a reward. The team must now hand it out. */
    'progress.rewardClaimed': { claim_id: string };
  }
}

export {};
