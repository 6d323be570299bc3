declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** Urgent signs were reported. `owner_id` is the doctor responsible; null: the whole team, because no doctor has this patient yet. */
    'care.urgentReported': { report_id: string; user_id: string; owner_id: string | null };
    /** Nobody took the report in time. */
    'care.urgentEscalated': { report_id: string; user_id: string };
    /**
     * The doctor wants to talk first. `is_needed` false: they have talked. The event holds the state at that time, so
     * subscribers read the current one.
     */
    'care.talkChanged': { user_id: string; is_needed: boolean };
    /** A message was sent. `to_user_id` is null if no doctor has the case yet. */
    'care.messageSent': { message_id: string; case_id: string; to_user_id: string | null; is_staff: boolean };
    /** An outcome check can be answered from today on. */
    'care.outcomeDue': { user_id: string; case_id: string };
  }
}

export {};
