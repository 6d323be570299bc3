declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** Signs that cannot wait; `owner_id` answers for it, or the whole team when it is nobody's patient yet. */
    'care.urgentReported': { report_id: string; user_id: string; owner_id: string | null };
    /** Nobody has taken it in time. */
    'care.urgentEscalated': { report_id: string; user_id: string };
    /** The doctor wants to talk before anything else; `is_needed` false: they have talked. So it was then: whoever acts on it looks how it stands now. */
    'care.talkChanged': { user_id: string; is_needed: boolean };
    /** Somebody wrote; `to_user_id` is null when no doctor has the case yet. */
    'care.messageSent': { message_id: string; case_id: string; to_user_id: string | null; is_staff: boolean };
    /** An outcome check may be answered from today. */
    'care.outcomeDue': { user_id: string; case_id: string };
  }
}

export {};
