import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { cookieIn, hostCookie, hostCookieName } from '#server/platform/http/cookies.ts';
import type { RequestHeaders } from '#server/platform/http/exchange.ts';
import { LEAD_LIFE_DAYS } from './lead.ts';

const NAME = 'flaira_lead';
const FORM = /^[\w-]{43}$/;

/** Creates a secret: 256 random bits in base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Returns true if the stored hash is the hash of this secret. */
export const isSecretOf = (secret: string | null, hash: Buffer): boolean =>
  secret !== null && timingSafeEqual(hashOf(secret), hash);

/**
 * Returns the secret in the browser's cookie. Returns null if there is no cookie, or if its value has another format.
 */
export function secretIn(headers: RequestHeaders, publicUrl: string): string | null {
  const value = cookieIn(headers, hostCookieName(NAME, publicUrl)) ?? '';
  return FORM.test(value) ? value : null;
}

/** Returns the cookie with the secret. The cookie is valid for as many days as a lead is stored. */
export const cookieWith = (secret: string, publicUrl: string): string =>
  hostCookie(NAME, secret, LEAD_LIFE_DAYS * 86_400, publicUrl);
