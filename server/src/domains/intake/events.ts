declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** The photos and answers of a lead now belong to the account. */
    'intake.leadAttached': { lead_id: string; user_id: string };
    /** A photo became the current photo of its kind. */
    'intake.photosChanged': { user_id: string };
  }
}

export {};
