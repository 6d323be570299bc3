/** Access to the lead of the photos. The route provides it to the questionnaire. */
export interface LeadAccess {
  /** Returns the stored id. */
  read(): string | null;
  /** Returns the stored id, or else a new one. */
  heldOrNew(): string;
  forget(): void;
  /** Returns whether the service has all three photos. Rejects if the service does not answer. */
  hasPhotos(leadId: string): Promise<boolean>;
}
