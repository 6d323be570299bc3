import type { LiveEvent } from '#contract/events.ts';
import type { Accounts } from '../domain.ts';
import type { Realtime } from '../realtime/realtime.ts';
import type { Limits } from '../limits/create-limits.ts';
import type { SignedIn } from './caller.ts';
import { type Exchange, type GatedRoute, headersOf, isRead } from './exchange.ts';

const HEARTBEAT_MS = 20_000;
const RECONNECT_MS = 2_000;

export interface EventsParts {
  readonly realtime: Pick<Realtime, 'subscribe'>;
  readonly accounts: Pick<Accounts, 'resolveCaller'>;
  readonly limits: Pick<Limits, 'openStream'>;
  /** Aborts when the service stops. This ends the open streams, and browsers reconnect to the next process. */
  readonly stopping: AbortSignal;
  /** Called when a stream opens (1) or closes (-1). */
  readonly onStream?: (change: 1 | -1) => void;
  readonly heartbeat_ms?: number;
}

/**
 * GET /api/events sends server-sent events to a signed-in browser (contract/src/events.ts). Every 20 s the stream
 * checks the session and sends a comment, which prevents proxies from closing the stream. When the session has ended,
 * the stream sends `session.ended` and closes.
 *
 * The stream first repeats events that occurred after the page's data was sent and before the stream opened. `?age=` is
 * the age of that data in milliseconds. After a lost connection the browser sends the id of the last message. The id is
 * a time of the server's clock.
 */
export function eventsRoute(parts: EventsParts): GatedRoute {
  return {
    access: 'signedIn',
    matches: (exchange) => exchange.url.pathname === '/api/events' && isRead(exchange),
    answer(exchange, caller) {
      const { req, res, ip } = exchange;
      const close = req.method === 'HEAD' ? () => {} : parts.limits.openStream(ip, caller.userId);
      res.once('close', close);
      res.writeHead(200, {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      });
      if (req.method === 'HEAD') return Boolean(res.end());
      res.write(`retry: ${RECONNECT_MS}\n${now()}`);
      void stream(exchange, parts, caller);
      return true;
    },
  };
}

/**
 * Returns the end of a message: a line with its id, and an empty line. A browser remembers the id even if the message
 * has no data.
 */
const now = (): string => `id: ${Date.now()}\n\n`;

/**
 * Returns the time up to which the browser has received events, in milliseconds since 1970. Undefined if the request
 * does not contain it.
 */
function heardUntil({ req, url }: Exchange): number | undefined {
  const last = Number(req.headers['last-event-id']);
  if (last > 0) return last;
  const age_ms = Number(url.searchParams.get('age') ?? NaN);
  return age_ms >= 0 ? Date.now() - age_ms : undefined;
}

async function stream(exchange: Exchange, parts: EventsParts, caller: SignedIn) {
  const { req, res } = exchange;
  const closed = new AbortController();
  const signal = AbortSignal.any([closed.signal, parts.stopping]);
  res.once('close', () => closed.abort());
  const isAlive = async (): Promise<boolean> => {
    const now = await parts.accounts.resolveCaller(headersOf(req)).catch(() => null);
    return now === null || (now.kind === 'user' && now.sessionId === caller.sessionId);
  };
  const say = (event: LiveEvent) => res.write(`data: ${JSON.stringify(event)}\n${now()}`);
  const check = async () => {
    const isSignedIn = await isAlive();
    // The stream may have ended during the check. Writing after the end would throw an error that nothing catches.
    if (res.writableEnded) return;
    if (isSignedIn) return void res.write(`: still here\n${now()}`);
    say({ kind: 'session.ended' });
    closed.abort();
  };
  const heartbeat = setInterval(() => void check(), parts.heartbeat_ms ?? HEARTBEAT_MS);
  parts.onStream?.(1);
  try {
    for await (const event of parts.realtime.subscribe(caller.userId, caller.role, signal, heardUntil(exchange))) {
      if (event.kind === 'session.ended') await check();
      else say(event);
    }
  } finally {
    parts.onStream?.(-1);
    clearInterval(heartbeat);
    res.end();
  }
}
