/**
 * The state of the three photos on the service. 'submitted' means that an account already has the photos and the
 * answers.
 */
export type StoredPhotos = 'missing' | 'complete' | 'submitted';

/**
 * The state of the photos as the page knows it. It is 'unknown' until the service has responded. It stays 'unknown' if
 * the service does not respond, so that a lost connection does not stop the person.
 */
export type Photos = 'unknown' | StoredPhotos;

/**
 * Functions for the lead of this browser. The lead contains the photos and answers of a person without an account. The
 * route passes these functions to the questionnaire.
 */
export interface LeadAccess {
  /** Returns the stored id of the lead, or null if none is stored. */
  read(): string | null;
  /** Returns the stored id, or creates and stores a new one. */
  heldOrNew(): string;
  forget(): void;
  /** Calls the listener when another tab forgets the lead. Returns a function that removes the listener. */
  onForgotten(listener: () => void): () => void;
  /** Returns the state of the photos on the service. Rejects if the service does not respond. */
  stateOfPhotos(leadId: string): Promise<StoredPhotos>;
}
