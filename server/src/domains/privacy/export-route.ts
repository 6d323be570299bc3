import { pipeline } from 'node:stream/promises';
import type { Context } from '#server/platform/context.ts';
import type { Accounts } from '#server/platform/domain.ts';
import { headersOf, isRead, type Route, sendRefusal } from '#server/platform/http/exchange.ts';

const PATH = /^\/api\/exports\/([0-9a-f-]{36})\.zip$/;

/** GET /api/exports/<id>.zip: a copy, for the person it is about and nobody else, until it expires. Anything else answers like one that does not exist. */
export function exportRoute(ctx: Context, accounts: Pick<Accounts, 'resolveCaller'>): Route {
  return async (exchange) => {
    const id = PATH.exec(exchange.url.pathname)?.[1];
    if (!id || !isRead(exchange)) return false;
    const caller = await accounts.resolveCaller(headersOf(exchange.req));
    const found = caller.kind === 'user' ? await findReady(ctx, id, caller.userId) : undefined;
    if (!found) return sendRefusal(exchange, 404, 'NOT_FOUND');
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
