declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** A doctor has signed. The notification only says that there is news, not that it is a simulation. */
    'simulation.published': { user_id: string; case_id: string };
    /** A doctor recorded or corrected a treatment. `treated_on` is the day of the latest visit, YYYY-MM-DD. */
    'simulation.treatmentRecorded': { case_id: string; user_id: string; treated_on: string };
    /** A doctor signed a skin score of this patient. */
    'simulation.skinScored': { user_id: string };
    /** A doctor waits for better photos of this patient. */
    'simulation.photosRequested': { user_id: string; case_id: string };
    /** A doctor asks this patient for the clinical photo series. */
    'simulation.clinicalPhotosAsked': { user_id: string; case_id: string };
    /** The patient requests a redo from the doctor who signed the previous version. */
    'simulation.redoRequested': { case_id: string; practitioner_id: string | null };
    /** Another doctor opened a case with a reason. `practitioner_id` is the doctor in charge. Null: there is none. */
    'simulation.caseOpened': { case_id: string; practitioner_id: string | null };
    /**
     * Another doctor is now in charge, because they took the case over or were assigned to it. `practitioner_id` is the
     * previous doctor.
     */
    'simulation.caseTakenOver': { case_id: string; practitioner_id: string | null };
    /**
     * Somebody requests to reopen a case that this doctor signed. If a doctor requests it, an administrator must
     * answer, and the other way round.
     */
    'simulation.reopeningAsked': {
      case_id: string;
      practitioner_id: string | null;
      asked_as: 'practitioner' | 'admin';
    };
    /** A doctor and an administrator have reopened a case that this doctor signed. */
    'simulation.caseReopened': { case_id: string; practitioner_id: string | null };
    /** The due time is near. `practitioner_id` is the doctor in charge. Null: there is none. */
    'simulation.dueSoon': { user_id: string; case_id: string; practitioner_id: string | null };
    /** The due time has passed, and the patient has been granted a redo. */
    'simulation.late': { user_id: string; case_id: string; practitioner_id: string | null };
  }
}

export {};
