/** The part that the service refused, or the seconds to wait after too many attempts. */
export type RefusedProof = 'password' | 'code' | 'other' | { wait_s: number };

interface Refused {
  readonly status?: number;
  readonly code?: string;
  readonly retry_after_s?: number;
}

/** Returns what was wrong with a password or a code that /api/auth refused. */
export function refusedProofOf({ status, code, retry_after_s = 60 }: Refused): RefusedProof {
  if (status === 429) return { wait_s: retry_after_s };
  if (code === 'INVALID_PASSWORD') return 'password';
  return code === 'INVALID_CODE' ? 'code' : 'other';
}
