import { sql } from 'kysely';
import * as z from 'zod';
import { pageUrl } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { isRead, type Route, send } from '#server/platform/http/exchange.ts';

const PATH = '/api/community/leave-digest/';

/** Returns the address that an email program calls with POST when its user unsubscribes from the digest. */
export const leaveDigestUrl = (ctx: Context, key: string): string => `${ctx.config.publicUrl}${PATH}${key}`;

/**
 * Switches the digest off after one click in an email program, without a sign-in. The key in an email can do nothing
 * else. Email programs may open the addresses in an email in advance, so only a POST changes something. A browser that
 * opens the address is redirected to the settings. An unknown key gets the same answer as a known one.
 */
export function leaveDigestRoute(ctx: Context): Route {
  return {
    access: 'proof',
    matches: (exchange) =>
      exchange.url.pathname.startsWith(PATH) && (isRead(exchange) || exchange.req.method === 'POST'),
    async answer(exchange) {
      const headers = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
      if (isRead(exchange))
        return send(exchange, 303, 'text/plain', '', { ...headers, Location: pageUrl(ctx, 'en', '/account/profile') });
      const key = z.uuid().safeParse(exchange.url.pathname.slice(PATH.length));
      if (key.success)
        await withSystem(ctx.system, (tx) =>
          sql`update community_digests set is_on = false, chosen_at = ${ctx.clock.now()} where leave_key = ${key.data} and is_on`.execute(
            tx,
          ),
        );
      return send(exchange, 200, 'text/plain', '', headers);
    },
  };
}
