import type { RequestHeaders } from './exchange.ts';

const isEncrypted = (publicUrl: string): boolean => publicUrl.startsWith('https:');

/**
 * Returns the name of a cookie of this host. Under TLS it begins with `__Host-`. Browsers accept such a cookie only
 * from the host itself, so no other subdomain can set it.
 */
export const hostCookieName = (name: string, publicUrl: string): string =>
  isEncrypted(publicUrl) ? `__Host-${name}` : name;

/**
 * Returns the Set-Cookie line for a cookie of this host. Scripts cannot read the cookie. Requests from other sites do
 * not include it, unless the person follows a link.
 */
export const hostCookie = (name: string, value: string, maxAge_s: number, publicUrl: string): string =>
  `${hostCookieName(name, publicUrl)}=${value}; Path=/; Max-Age=${maxAge_s}; HttpOnly; SameSite=Lax${isEncrypted(publicUrl) ? '; Secure' : ''}`;

/** Returns the value of the first cookie with this name. */
export function cookieIn(headers: RequestHeaders, name: string): string | undefined {
  const pairs = (headers.get('cookie') ?? '').split(';');
  const found = pairs.find((pair) => pair.slice(0, pair.indexOf('=')).trim() === name);
  return found?.slice(found.indexOf('=') + 1).trim();
}
