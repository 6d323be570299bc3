import bowser from 'bowser';
import type { DeviceKinds, MySession } from '#contract/account.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { insertSecurityEvent } from '../users.queries.ts';

/**
 * Returns the sessions of a person. The calling browser comes first, then the others by their last use, newest first.
 */
export async function listMySessions(ctx: Context, { userId, sessionId }: SignedIn): Promise<MySession[]> {
  const rows = await ctx.db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip_address', 'country', 'created_at', 'used_at', 'second_factor', 'method'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date())
    .orderBy((eb) => eb('id', '=', sessionId), 'desc')
    .orderBy('used_at', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    ...deviceOf(row.user_agent),
    country: row.country,
    network: networkOf(row.ip_address),
    signed_in_at: row.created_at.toISOString(),
    last_used_at: row.used_at.toISOString(),
    is_current: row.id === sessionId,
    passed_second_factor: row.second_factor,
    method: row.method,
  }));
}

/**
 * Returns the browser and the system that the user agent names. The user agent may be false, but the service has no
 * other source.
 */
export function deviceOf(userAgent: string | null): Pick<MySession, 'kind' | 'browser' | 'system'> {
  const { browser, os, platform } = userAgent
    ? bowser.parse(userAgent)
    : { browser: {}, os: {}, platform: {} as { type?: string } };
  const words: Record<string, (typeof DeviceKinds)[number]> = {
    desktop: 'computer',
    mobile: 'phone',
    tablet: 'tablet',
  };
  return {
    kind: words[platform.type ?? ''] ?? 'other',
    browser: browser.name || null,
    system: os.name || null,
  };
}

/**
 * Returns the beginning of a network address, such as `82.64.*.*` or `2a01:e0a:*`. This is enough to distinguish a home
 * from a hotel, but not to find the home. Returns null for addresses of a private network.
 */
export function networkOf(address: string | null): string | null {
  const [a, b] = address?.replace(/^::ffff:/, '').split('.') ?? [];
  if (a && b) return isOwnNetwork(Number(a), Number(b)) ? null : `${a}.${b}.*.*`;
  const groups = address?.split(':') ?? [];
  const isPublic = /^[23]/.test(groups[0] ?? '') && groups.length > 2;
  return isPublic ? `${groups[0]}:${groups[1] || '0'}:*` : null;
}

const isOwnNetwork = (a: number, b: number): boolean =>
  a === 10 || a === 127 || (a === 172 && b >= 16 && b < 32) || (a === 192 && b === 168) || (a === 169 && b === 254);

/**
 * Signs the caller out in one browser, and informs the caller's browsers at once.
 *
 * @throws Refusal NOT_FOUND for a session of another person
 */
export async function endMySession(ctx: Context, { userId }: SignedIn, sessionId: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const ended = await tx
      .deleteFrom('sessions')
      .where('id', '=', sessionId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (Number(ended.numDeletedRows) === 0) throw new Refusal('NOT_FOUND');
    await insertSecurityEvent(tx, userId, 'device_signed_out');
    await ctx.photos.revokeLinks(tx, userId);
    await ctx.realtime.publish(tx, { userId }, { kind: 'session.ended' });
  });
}
