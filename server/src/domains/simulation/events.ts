declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /**
     * A doctor has signed a simulation. The notification mentions only that there is news, not that the news is a
     * simulation.
     */
    'simulation.published': { user_id: string; case_id: string };
    /** A doctor recorded or corrected a treatment. `treated_on` is the day of the latest visit, as YYYY-MM-DD. */
    'simulation.treatmentRecorded': { case_id: string; user_id: string; treated_on: string };
    /** A doctor signed a skin score of this patient. */
    'simulation.skinScored': { user_id: string };
    /** A doctor requested better photos and waits for them. */
    'simulation.photosRequested': { user_id: string; case_id: string };
    /** A doctor requested the clinical photo series from this patient. */
    'simulation.clinicalPhotosAsked': { user_id: string; case_id: string };
    /**
     * The patient requested a redo. `practitioner_id` is the doctor who signed the previous version, or null if this
     * doctor may no longer work.
     */
    'simulation.redoRequested': { case_id: string; practitioner_id: string | null };
    /**
     * Another doctor got emergency access to a case (for one hour, with a stated reason). `practitioner_id` is the
     * doctor in charge, or null if there is none.
     */
    'simulation.caseOpened': { case_id: string; practitioner_id: string | null };
    /**
     * `practitioner_id` is no longer in charge of the case. Another doctor took over the case, or a member of staff
     * changed its assignment.
     */
    'simulation.caseTakenOver': { case_id: string; practitioner_id: string | null };
    /**
     * The case is back in the queue, or waits for another doctor. `practitioner_id` was in charge until `at`. If a
     * colleague takes over the case at once, the event is not emitted.
     */
    'simulation.caseLeft': { case_id: string; practitioner_id: string; at: string };
    /**
     * An administrator or a doctor requested to reopen a case that the doctor `practitioner_id` signed. If `asked_as`
     * is `practitioner`, an administrator must answer. If it is `admin`, a doctor must answer.
     */
    'simulation.reopeningAsked': {
      case_id: string;
      practitioner_id: string | null;
      asked_as: 'practitioner' | 'admin';
    };
    /** A doctor and an administrator agreed to reopen a case. `practitioner_id` is the doctor who signed it. */
    'simulation.caseReopened': { case_id: string; practitioner_id: string | null };
    /** The due time of a case is near. `practitioner_id` is the doctor in charge, or null if there is none. */
    'simulation.dueSoon': { user_id: string; case_id: string; practitioner_id: string | null };
    /** The due time of a case has passed, and the patient has been granted a redo. */
    'simulation.late': { user_id: string; case_id: string; practitioner_id: string | null };
  }
}

export {};
