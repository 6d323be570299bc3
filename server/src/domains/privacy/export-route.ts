import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { isConfirmed } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type GatedRoute, isRead, sendRefusal } from '#server/platform/http/exchange.ts';

const PATH = /^\/api\/exports\/([^/]+)\.zip$/;

/**
 * Serves GET /api/exports/<id>.zip, which sends a copy of a person's data. Only that person can open the copy, until it
 * expires, and only shortly after entering the password: the copy contains everything, so a stranger at a browser that
 * was left signed in must not get it. A request for another person's copy is refused with NOT_FOUND.
 */
export function exportRoute(ctx: Context): GatedRoute {
  return {
    access: 'signedIn',
    matches: (exchange) => PATH.test(exchange.url.pathname) && isRead(exchange),
    async answer(exchange, caller) {
      const id = z.uuid().safeParse(PATH.exec(exchange.url.pathname)?.[1]);
      const found = id.success && (await findReady(ctx, id.data, caller.userId));
      if (!found) return sendRefusal(exchange, 404, 'NOT_FOUND');
      if (!(await isConfirmed(ctx, caller.sessionId))) return sendRefusal(exchange, 403, 'PASSWORD_NEEDED');
      const { res, req } = exchange;
      res.writeHead(200, {
        'Content-Type': 'application/zip',
        'Content-Length': found.size_bytes ?? 0,
        'Content-Disposition': `attachment; filename="flaira-${found.requested_at.toISOString().slice(0, 10)}.zip"`,
        'Cache-Control': 'no-store',
        'X-Robots-Tag': 'noindex',
      });
      if (req.method === 'HEAD') return Boolean(res.end()) || true;
      const parts = ctx.archives.read({ userId: found.user_id }, found.id, found.parts);
      await pipeline(parts, res).catch((error: unknown) => ctx.log.warn({ err: error }, 'a download was cut off'));
      return true;
    },
  };
}

const findReady = (ctx: Context, id: string, userId: string) =>
  ctx.db
    .selectFrom('exports')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('expires_at', '>', ctx.clock.now())
    .executeTakeFirst();
