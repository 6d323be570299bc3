/** Calls by which somebody without an account makes us write mails or keep rows: they ask for a proof of work when their pace is unusual. */
export const ProvenPaths = [
  '/api/auth/sign-up/email',
  '/api/auth/request-password-reset',
  '/rpc/upsert_lead_open',
] as const;

/** Bears the proof: the challenge and its solution, as JSON in base64. */
export const PROOF_HEADER = 'x-flaira-proof';
