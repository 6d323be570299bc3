declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** Somebody opened the link of `user_id` and agreed; now it is their turn. */
    'progress.friendAsked': { connection_id: string; user_id: string };
    /** Both agree now; `user_id` is the one who had agreed first, and hears of it. */
    'progress.friendConnected': { connection_id: string; user_id: string };
    /** A reward that the team has to hand out. */
    'progress.rewardClaimed': { claim_id: string };
  }
}

export {};
