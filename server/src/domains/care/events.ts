declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /**
     * The patient reported urgent signs. `owner_id` is the responsible doctor. It is null if no doctor has a case of
     * this patient yet, and then all verified doctors are notified.
     */
    'care.urgentReported': { report_id: string; user_id: string; owner_id: string | null };
    /** Nobody took over the report in time, or the report stays open for too long. */
    'care.urgentEscalated': { report_id: string; user_id: string };
    /**
     * `is_needed` is true if a doctor has to talk with the patient before a payment. It is false if the answers need no
     * talk, or if a doctor has talked with the patient. Events may be delivered out of order, so subscribers read the
     * current state from the database.
     */
    'care.talkChanged': { user_id: string; is_needed: boolean };
    /**
     * The patient's answers now require a talk with a doctor. `practitioner_id` is the doctor in charge of `case_id`,
     * or null if there is none. Both are null if no doctor may see a case of this patient.
     */
    'care.talkNeeded': { user_id: string; case_id: string | null; practitioner_id: string | null };
    /** A message was sent. `to_user_id` is null if no doctor has the case yet. */
    'care.messageSent': { message_id: string; case_id: string; to_user_id: string | null; is_staff: boolean };
    /** The patient can answer an outcome check now. */
    'care.outcomeDue': { user_id: string; case_id: string };
  }
}

export {};
