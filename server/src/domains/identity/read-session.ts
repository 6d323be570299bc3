import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { ReadingLanguage, Role } from '#contract/base.ts';
import type { Db } from '#server/platform/db/db.ts';
import { kept } from '#server/platform/db/kept.ts';
import { cookieIn } from '#server/platform/http/cookies.ts';
import type { RequestHeaders } from '#server/platform/http/exchange.ts';

/** A valid session, with the data about its person that a request needs. */
export interface SessionRow {
  readonly id: string;
  readonly user_id: string;
  readonly second_factor: boolean;
  readonly used_at: Date | null;
  readonly role: Role;
  readonly language: ReadingLanguage;
  readonly is_demo: boolean;
}

/** The cookie of the accounts: its name, and the secret that signs it. */
export interface SessionCookie {
  readonly name: string;
  readonly secret: string;
}

/** The most cookies with a verified signature that are remembered. */
const MOST_KNOWN = 10_000;

/**
 * Finds the token in cookies as browsers send them. Every request brings the same token, so a verified signature is not
 * computed again.
 */
export function tokenReader({ name, secret }: SessionCookie): (headers: RequestHeaders) => string | undefined {
  const right = new Map<string, string>();
  return (headers) => {
    const cookie = cookieIn(headers, name) ?? '';
    const token = right.get(cookie) ?? signedValue(cookie, secret);
    if (token === undefined || right.has(cookie)) return token;
    if (right.size >= MOST_KNOWN) right.clear();
    right.set(cookie, token);
    return token;
  };
}

/**
 * Reads the session of this token in one statement: every request needs it, so it does not use the accounts' own call,
 * which takes as long as a page. A session that was opened while the account was being suspended opens nothing.
 */
export async function readSession(db: Db, token: string): Promise<SessionRow | undefined> {
  const { rows } = await kept(
    db,
    sql<SessionRow>`select s.id, s.user_id, s.second_factor, s.used_at, u.role, u.language, u.is_demo
    from sessions s join users u on u.id = s.user_id
    where s.token = ${token} and s.expires_at > ${new Date()} and u.suspended_at is null`,
  );
  return rows[0];
}

/** `value.signature`, percent-encoded; the signature is HMAC-SHA-256 in base64. Anything else is no value. */
function signedValue(cookie: string, secret: string): string | undefined {
  const text = decoded(cookie);
  const dot = text.lastIndexOf('.');
  if (dot < 1) return undefined;
  const value = text.slice(0, dot);
  const given = Buffer.from(text.slice(dot + 1), 'base64');
  const due = createHmac('sha256', secret).update(value).digest();
  return given.length === due.length && timingSafeEqual(given, due) ? value : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
