import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { isRead, type Route, sendJson } from './exchange.ts';
import { type Counters, RETRY_AFTER_S } from './faults.ts';

const PATIENCE_MS = 2_000;

/**
 * GET /healthz shows that the process responds. GET /readyz shows that the process can serve requests: the database
 * responds within two seconds, and the process is not stopping. /readyz also reports the number of faults since the
 * start.
 */
export function healthRoute(db: Db, counters: Counters, leaving: AbortSignal): Route {
  return {
    access: 'visitor',
    matches: (exchange) => isRead(exchange) && ['/healthz', '/readyz'].includes(exchange.url.pathname),
    async answer(exchange) {
      if (exchange.url.pathname === '/healthz') return sendJson(exchange, 200, { status: 'alive' });
      const isReady = !leaving.aborted && (await answers(db));
      const status = { status: isReady ? 'ready' : 'unavailable', uptime_s: Math.round(process.uptime()), ...counters };
      return sendJson(exchange, isReady ? 200 : 503, status, isReady ? {} : { 'Retry-After': String(RETRY_AFTER_S) });
    },
  };
}

async function answers(db: Db): Promise<boolean> {
  const query = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  const patience = new AbortController();
  const late = sleep(PATIENCE_MS, false, { signal: patience.signal }).catch(() => false);
  const answer = await Promise.race([query, late]);
  patience.abort();
  return answer;
}
