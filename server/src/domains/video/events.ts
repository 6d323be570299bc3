declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** A doctor has planned a video visit with the patient of a case. */
    'video.visitPlanned': { visit_id: string; case_id: string; user_id: string };
    /**
     * A visit was cancelled. `to_user_id` is the other participant, or null if no doctor is in charge of the case.
     * `by_staff` is true if the patient has to be told: the doctor cancelled the visit or left the case.
     * `is_case_closed` is true if the doctor no longer sees the case, because the patient has withdrawn a consent.
     */
    'video.visitCancelled': {
      visit_id: string;
      case_id: string;
      to_user_id: string | null;
      by_staff: boolean;
      is_case_closed?: boolean;
    };
  }
}

export {};
