declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** Another person opened the link of `user_id` and agreed. Now `user_id` can agree. */
    'progress.friendAsked': { connection_id: string; user_id: string };
    /** Both people of a connection have agreed. `user_id` is the one to be notified, who agreed first. */
    'progress.friendConnected': { connection_id: string; user_id: string };
    /** A reward was claimed and must be handed out by the team. */
    'progress.rewardClaimed': { claim_id: string };
  }
}

export {};
