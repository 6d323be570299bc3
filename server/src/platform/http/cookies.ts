import type { RequestHeaders } from './exchange.ts';

const isEncrypted = (publicUrl: string): boolean => publicUrl.startsWith('https:');

/**
 * The name of a cookie of this host. Under TLS it begins with `__Host-`: browsers accept such a cookie from this very
 * host only, so no neighbouring subdomain can plant one.
 */
export const hostCookieName = (name: string, publicUrl: string): string =>
  isEncrypted(publicUrl) ? `__Host-${name}` : name;

/** The Set-Cookie line for a cookie of this host that neither scripts nor requests of other sites can use. */
export const hostCookie = (name: string, value: string, maxAge_s: number, publicUrl: string): string =>
  `${hostCookieName(name, publicUrl)}=${value}; Path=/; Max-Age=${maxAge_s}; HttpOnly; SameSite=Lax${isEncrypted(publicUrl) ? '; Secure' : ''}`;

/** The first cookie of this name, as browsers send it. */
export function cookieIn(headers: RequestHeaders, name: string): string | undefined {
  const pairs = (headers.get('cookie') ?? '').split(';');
  const found = pairs.find((pair) => pair.slice(0, pair.indexOf('=')).trim() === name);
  return found?.slice(found.indexOf('=') + 1).trim();
}
