/**
 * Calls by which a person without an account makes us send mails or store rows: they require a proof of work if they
 * come unusually fast.
 */
export const ProvenPaths = [
  '/api/auth/sign-up/email',
  '/api/auth/request-password-reset',
  '/rpc/upsert_lead_open',
] as const;

/** Bears the proof: the challenge and its solution, as JSON in base64. */
export const PROOF_HEADER = 'x-flaira-proof';
