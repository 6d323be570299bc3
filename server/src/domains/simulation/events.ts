declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** A doctor has signed: the notification says that something is waiting, but not what it is. */
    'simulation.published': { user_id: string; case_id: string };
    /** A doctor recorded or corrected what was done; `treated_on` is the day of the latest visit, YYYY-MM-DD. */
    'simulation.treatmentRecorded': { case_id: string; user_id: string; treated_on: string };
    /** A doctor signed a score of this patient's skin. */
    'simulation.skinScored': { user_id: string };
    /** A doctor waits for better photos of this patient. */
    'simulation.photosRequested': { user_id: string; case_id: string };
    /** A doctor asks this patient for the clinical photo series. */
    'simulation.clinicalPhotosAsked': { user_id: string; case_id: string };
    /** The patient requests another version from the doctor who made the first. */
    'simulation.redoRequested': { case_id: string; practitioner_id: string | null };
    /** Another doctor opened a case with a reason. `practitioner_id`: the doctor in charge, if there is one. */
    'simulation.caseOpened': { case_id: string; practitioner_id: string | null };
    /** Another doctor is now in charge: they took the case over, or it was given to them. `practitioner_id`: the previous doctor. */
    'simulation.caseTakenOver': { case_id: string; practitioner_id: string | null };
    /** Someone requests to reopen this doctor's signed case; the other side (doctor or administrator) must answer. */
    'simulation.reopeningAsked': {
      case_id: string;
      practitioner_id: string | null;
      asked_as: 'practitioner' | 'admin';
    };
    /** Two people reopened this doctor's signed case. */
    'simulation.caseReopened': { case_id: string; practitioner_id: string | null };
    /** The promised time is near. `practitioner_id`: the doctor in charge of the case, if there is one. */
    'simulation.dueSoon': { user_id: string; case_id: string; practitioner_id: string | null };
    /** The promised time was missed; the patient has been granted another version. */
    'simulation.late': { user_id: string; case_id: string; practitioner_id: string | null };
  }
}

export {};
