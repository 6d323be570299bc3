import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { ReadingLanguage, Role } from '#contract/base.ts';
import type { Db } from '#server/platform/db/db.ts';
import { kept } from '#server/platform/db/kept.ts';
import { cookieIn } from '#server/platform/http/cookies.ts';
import type { RequestHeaders } from '#server/platform/http/exchange.ts';

/** A valid session, with the data about its person that every request needs. */
export interface SessionRow {
  readonly id: string;
  readonly user_id: string;
  readonly second_factor: boolean;
  readonly used_at: Date | null;
  readonly role: Role;
  readonly language: ReadingLanguage;
  readonly is_demo: boolean;
}

/** The session cookie of Better Auth: its name, and the secret that signs it. */
export interface SessionCookie {
  readonly name: string;
  readonly secret: string;
}

/** The maximum number of cookies whose verified signature is cached. */
const MOST_KNOWN = 10_000;

/**
 * Returns a function that finds the session token in the cookies of a request. A browser sends the same token with
 * every request, so verified signatures are cached.
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
 * Reads the session that belongs to a token, in one statement. Every request needs the session, and Better Auth's own
 * call would take as long as serving a whole page. Sessions of a suspended account are ignored. Such a session can
 * exist if it began while the account was being suspended.
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

/**
 * Returns the value of a cookie in the form `value.signature`, percent-encoded. The signature is HMAC-SHA-256 in
 * base64. Returns undefined if the form or the signature is wrong.
 */
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
