declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** Photos and answers of a lead belong to the account from now on. */
    'intake.leadAttached': { lead_id: string; user_id: string };
    /** A photo became the current one of its kind. */
    'intake.photosChanged': { user_id: string };
  }
}

export {};
