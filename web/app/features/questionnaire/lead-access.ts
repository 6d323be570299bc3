/** The questionnaire's access to the lead of the photos; the route provides it. */
export interface LeadAccess {
  /** The stored id. */
  read(): string | null;
  /** The stored id, or else a new one. */
  heldOrNew(): string;
  forget(): void;
  /** Whether the service has all three photos. Rejects if the service does not answer. */
  hasPhotos(leadId: string): Promise<boolean>;
}
