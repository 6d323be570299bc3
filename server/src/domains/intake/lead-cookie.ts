import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RequestHeaders } from '#server/platform/http/exchange.ts';
import { LEAD_LIFE_DAYS } from './lead.ts';

const NAME = 'flaira_lead';
const FORM = /^[\w-]{43}$/;

/** 256 random bits in base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Whether this is the secret of which only the hash is kept. */
export const isSecretOf = (secret: string | null, hash: Buffer): boolean =>
  secret !== null && timingSafeEqual(hashOf(secret), hash);

/** The secret that the browser holds; null when it holds none, or something else under that name. */
export function secretIn(headers: RequestHeaders): string | null {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('='));
  const value = pairs.find(([name]) => name === NAME)?.[1] ?? '';
  return FORM.test(value) ? value : null;
}

/** Out of reach of scripts and of other sites' requests; lives as long as the lead. */
export function cookieWith(secret: string, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${NAME}=${secret}; Path=/; Max-Age=${LEAD_LIFE_DAYS * 86_400}; HttpOnly; SameSite=Lax${secure}`;
}
