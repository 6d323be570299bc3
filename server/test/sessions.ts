import { createHmac, randomUUID } from 'node:crypto';
import type { Context } from '#server/platform/context.ts';

const HOUR_MS = 3600 * 1000;

/** Opens a valid session, as a sign-in would. Returns its id. */
export async function openSession({ db }: Context, userId: string, secondFactor: boolean): Promise<string> {
  const id = randomUUID();
  const expires_at = new Date(Date.now() + HOUR_MS);
  await db
    .insertInto('sessions')
    .values({ id, user_id: userId, token: tokenOf(id), expires_at, second_factor: secondFactor })
    .execute();
  return id;
}

/** Returns the cookie that a browser with this session sends. */
export function sessionCookie({ config }: Context, sessionId: string): { name: string; value: string } {
  const token = tokenOf(sessionId);
  const signature = createHmac('sha256', config.authSecret).update(token).digest('base64');
  const prefix = config.publicUrl.startsWith('https:') ? '__Secure-' : '';
  return { name: `${prefix}flaira.session_token`, value: encodeURIComponent(`${token}.${signature}`) };
}

const tokenOf = (sessionId: string): string => `session-${sessionId}`;
