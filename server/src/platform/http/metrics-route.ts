import { createHash, timingSafeEqual } from 'node:crypto';
import type { Metrics } from '../metrics/create-metrics.ts';
import { type Exchange, isRead, type Route, send, sendRefusal } from './exchange.ts';

/**
 * GET /metrics for Prometheus. A caller needs the token. If no token is configured, only this machine may read the
 * metrics, and only without a proxy in between. A proxy would forward requests from elsewhere. For everyone else the
 * response is 404.
 */
export function metricsRoute(metrics: Metrics, token: string | undefined): Route {
  return {
    access: 'proof',
    matches: (exchange) => exchange.url.pathname === '/metrics' && isRead(exchange),
    async answer(exchange) {
      const mayRead = token ? hasToken(exchange, token) : isThisMachine(exchange);
      if (!mayRead) return sendRefusal(exchange, 404, 'NOT_FOUND');
      return send(exchange, 200, metrics.contentType, await metrics.write(), { 'Cache-Control': 'no-store' });
    },
  };
}

function hasToken({ req }: Exchange, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(req.headers.authorization ?? ''), hash(`Bearer ${token}`));
}

const PASSED_ON = ['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'via'];
function isThisMachine({ req }: Exchange): boolean {
  const address = (req.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const isLocal = address === '::1' || address.startsWith('127.');
  return isLocal && PASSED_ON.every((name) => req.headers[name] === undefined);
}
