import type { IncomingMessage } from 'node:http';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Returns whether a request may change something. Browsers send their origin, which must be our own site. Other
 * programs send no origin, and they have no cookie that another site could misuse.
 *
 * @param publicUrl our origin; outside production the host name of the request is accepted too
 */
export function isFromOurPages(req: IncomingMessage, publicUrl: string, isProduction: boolean): boolean {
  if (READS.has(req.method ?? '')) return true;
  const { origin, host, 'sec-fetch-site': site } = req.headers;
  if (origin !== undefined) return origin === publicUrl || (!isProduction && hostOf(origin) === host);
  return site === undefined || site === 'same-origin' || site === 'none';
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
