import type { LimitedCall } from '../limits/create-limits.ts';
import type { Caller } from './caller.ts';
import { MAX_UPLOAD_BYTES } from './body-limits.ts';
import type { Exchange } from './exchange.ts';

/** A request as its limits see it. */
export function limitedCall({ req, url, ip }: Exchange, caller: Caller | null): LimitedCall {
  const isOpenEnded = req.headers['transfer-encoding'] !== undefined;
  const bytes = isOpenEnded ? MAX_UPLOAD_BYTES : Number(req.headers['content-length'] ?? 0);
  return {
    path: url.pathname,
    ip,
    account: caller?.kind === 'user' ? caller.userId : null,
    // What is longer is refused without being read.
    body_kB: Math.ceil(Math.min(bytes, MAX_UPLOAD_BYTES) / 1024),
  };
}
