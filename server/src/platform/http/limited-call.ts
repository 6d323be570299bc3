import { PROOF_HEADER } from '#contract/proof-of-work.ts';
import { PhotoLimits } from '#contract/intake.ts';
import type { LimitedCall } from '../limits/create-limits.ts';
import type { Caller } from './caller.ts';
import type { Exchange } from './exchange.ts';

/** Size in bytes that is assumed for a body without a declared length. Every procedure refuses larger bodies. */
const LONGEST_BYTES = (PhotoLimits.max_mb + 1) * 1024 * 1024;

/** Returns the data about a request that the rate limits need. */
export function limitedCall({ req, url, ip }: Exchange, caller: Caller | null): LimitedCall {
  const isOpenEnded = req.headers['transfer-encoding'] !== undefined;
  const bytes = isOpenEnded ? LONGEST_BYTES : Number(req.headers['content-length'] ?? 0);
  return {
    path: url.pathname,
    ip,
    account: caller?.kind === 'user' ? caller.userId : null,
    proof: req.headers[PROOF_HEADER]?.toString() ?? null,
    // A longer body is refused before all of it is read, so at most `LONGEST_BYTES` are counted.
    body_kB: Math.ceil(Math.min(bytes, LONGEST_BYTES) / 1024),
  };
}
