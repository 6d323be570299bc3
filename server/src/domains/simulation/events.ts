declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** A doctor has signed: the patient may be told that something is waiting, and nothing of what it is. */
    'simulation.published': { user_id: string; case_id: string };
    /** A doctor has signed a score of this patient's skin. */
    'simulation.skinScored': { user_id: string };
    /** A doctor waits for better photos of this patient. */
    'simulation.photosRequested': { user_id: string; case_id: string };
    /** The patient wants another version from the doctor who made the first. */
    'simulation.redoRequested': { case_id: string; practitioner_id: string | null };
    /** The promised time is near. Whose case it is, if it is anybody's. */
    'simulation.dueSoon': { user_id: string; case_id: string; practitioner_id: string | null };
    /** The promised time was missed; the patient has been granted another version. */
    'simulation.late': { user_id: string; case_id: string; practitioner_id: string | null };
  }
}

export {};
