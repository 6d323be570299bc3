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
  /** Returns whether the service has all three photos. Rejects if the service does not respond. */
  hasPhotos(leadId: string): Promise<boolean>;
}
