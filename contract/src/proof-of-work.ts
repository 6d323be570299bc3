/**
 * Calls that need no account but make the service send emails or store rows. If such calls become unusually frequent,
 * they require a proof of work.
 */
export const ProvenPaths = [
  '/api/auth/sign-up/email',
  '/api/auth/request-password-reset',
  '/rpc/upsert_lead_open',
] as const;

/** The header that carries the proof: the challenge and its solution, as JSON in base64. */
export const PROOF_HEADER = 'x-flaira-proof';
