import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { withRequestId } from '../log/create-log.ts';
import type { Metrics } from '../metrics/create-metrics.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { commonRefusals } from '#contract/base.ts';
import { proofRefusals } from '#contract/challenge.ts';
import { Refusal } from '../refusal.ts';
import type { SignedIn } from './caller.ts';
import { type Exchange, isOpen, type Route, sendHtml, sendRefusal } from './exchange.ts';
import { type Counters, isAway, RETRY_AFTER_S } from './faults.ts';
import type { Gate } from './gate.ts';
import { type Limits } from '../limits/create-limits.ts';
import { networkOf } from '../limits/network-of.ts';
import { connectionsOfAddress } from '../limits/policy.ts';
import { limitedCall } from './limited-call.ts';
import { plainPage } from './html.ts';
import { isFromOurPages } from './origin-check.ts';
import { letGoOfBody, TooLong } from './read-body.ts';
import type { RouteNames } from './route-names.ts';
import { setSecurityHeaders } from './security-headers.ts';

const STOP_PATIENCE_MS = 10_000;

export interface HttpParts {
  readonly config: Pick<Config, 'publicUrl' | 'trustProxy' | 'nodeEnv'>;
  readonly log: Logger;
  readonly counters: Counters;
  readonly names: RouteNames;
  readonly tracing: Tracing;
  /** Called for every response. */
  readonly onAnswer: Metrics['answered'];
  /** The server tries the routes in order. A route that returns true has answered the request. */
  readonly routes: readonly Route[];
  readonly gate: Gate;
  readonly limits: Limits;
  readonly patience?: Patience;
}

/**
 * Milliseconds that a client may take to send its headers and its whole request, and the interval at which the server
 * checks these limits.
 */
export interface Patience {
  readonly headers_ms: number;
  readonly request_ms: number;
  readonly look_every_ms: number;
}
export const PATIENCE: Patience = { headers_ms: 10_000, request_ms: 120_000, look_every_ms: 5_000 };

export interface HttpServer {
  /** Starts to listen and resolves with the port. `port` 0 means any free port. */
  listen(port: number, host?: string): Promise<number>;
  /** Accepts no new connections and waits up to ten seconds for requests in progress. */
  stop(): Promise<void>;
}

/**
 * Creates the service on node:http. Every response has a request id and the security headers. Only style sheets, fonts
 * and scripts lack some of them (`dropHeadersOfParts`). A browser's request that changes something must come from our
 * own pages. If a route throws an unexpected error, the response is 503 while the database or the photo store is down.
 * At other times it is 500, with the request id that is also in the log.
 */
export function createHttpServer(parts: HttpParts): HttpServer {
  const { headers_ms, request_ms, look_every_ms } = parts.patience ?? PATIENCE;
  const server = createServer(
    {
      headersTimeout: headers_ms,
      requestTimeout: request_ms,
      connectionsCheckingInterval: look_every_ms,
      keepAliveTimeout: 65_000,
    },
    (req, res) => {
      const exchange = open(parts, req, res);
      void withRequestId(exchange.requestId, () => trace(parts, exchange));
    },
  );
  if (!parts.config.trustProxy) limitConnections(server);
  return {
    listen: (port, host) => listen(server, port, host),
    stop: () => stop(server),
  };
}

/**
 * Limits the open connections of one address. Behind a proxy all connections come from the proxy, which limits its
 * clients itself (deploy/nginx.conf).
 */
function limitConnections(server: Server): void {
  const counts = new Map<string, number>();
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const count = (counts.get(network) ?? 0) + 1;
    if (count > connectionsOfAddress) return void socket.destroy();
    counts.set(network, count);
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1;
      if (left > 0) counts.set(network, left);
      else counts.delete(network);
    });
  });
}

function open({ config }: HttpParts, req: IncomingMessage, res: ServerResponse): Exchange {
  const requestId = randomUUID();
  res.setHeader('X-Request-Id', requestId);
  const path = req.url?.startsWith('/') ? req.url : '/';
  const url = URL.parse(config.publicUrl + path) ?? new URL(config.publicUrl);
  setSecurityHeaders(res, config.publicUrl.startsWith('https:'), url.pathname);
  return { req, res, url, requestId, ip: addressOf(req, config.trustProxy) };
}

/** Returns the address of the client. Proxies append to X-Forwarded-For, so its last entry comes from our own proxy. */
function addressOf(req: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy
    ? String(req.headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : '';
  return forwarded || (req.socket.remoteAddress ?? '');
}

/** Kinds of routes that are not traced: health checks, files that never change, and streams that last for hours. */
const UNTRACED = ['health', 'assets', 'live'];

/**
 * Answers the request in a trace span, which ends when the last byte has been sent. The span contains the name of the
 * route and not the path.
 */
function trace(parts: HttpParts, exchange: Exchange): Promise<void> {
  const { req, res, requestId, url } = exchange;
  if (UNTRACED.includes(parts.names.kindOf(url.pathname))) return answer(parts, exchange);
  const route = parts.names.routeOf(url.pathname);
  const facts = { 'http.request.method': req.method ?? '', 'http.route': route, 'flaira.request_id': requestId };
  return parts.tracing.run('answer', `${req.method} ${route}`, facts, async (span) => {
    const closed = new Promise((resolve) => res.once('close', resolve));
    await answer(parts, exchange);
    await closed;
    span.note({ 'http.response.status_code': res.statusCode });
  });
}

async function answer(parts: HttpParts, exchange: Exchange): Promise<void> {
  const { req, res } = exchange;
  const start = performance.now();
  res.once('close', () => {
    const elapsed_ms = performance.now() - start;
    noteAnswer(parts.log, exchange, elapsed_ms);
    parts.onAnswer({ pathname: exchange.url.pathname, status: res.statusCode, elapsed_ms });
  });
  letGoOfBody(exchange);
  try {
    if (!isFromOurPages(req, parts.config.publicUrl, parts.config.nodeEnv === 'production'))
      return void sendRefusal(exchange, 403, 'FORBIDDEN');
    for (const route of parts.routes) if (await pass(route, exchange, parts)) return;
    sendRefusal(exchange, 404, 'NOT_FOUND');
  } catch (error) {
    answerError(parts, exchange, error);
  }
}

async function pass(route: Route, exchange: Exchange, { gate, limits }: HttpParts): Promise<boolean> {
  if (!route.matches(exchange)) return false;
  // `apiRoute` applies the limits itself. Its limits also count calls per account, and it knows the account only after
  // it has called `gate`.
  if (route.access === 'contract') return route.answer(exchange);
  if (isOpen(route)) return limits.run(limitedCall(exchange, null), async () => route.answer(exchange));
  const caller = (await gate(exchange, route.access)) as SignedIn;
  return limits.run(limitedCall(exchange, caller), async () => route.answer(exchange, caller));
}

const HEALTH_CHECKS = ['/healthz', '/readyz'];

/**
 * Logs the path without the query, because the query may contain signatures. Ids in the path are not secret. The path
 * of a calendar is a secret itself, so it is shortened.
 */
function noteAnswer(log: Logger, { req, res, url }: Exchange, elapsed_ms: number): void {
  const isFrequent = url.pathname.startsWith('/assets/') || HEALTH_CHECKS.includes(url.pathname);
  const level = isFrequent ? 'debug' : 'info';
  log[level](
    { method: req.method, path: loggedPath(url.pathname), status: res.statusCode, ms: Math.round(elapsed_ms) },
    'answered',
  );
}

const loggedPath = (pathname: string): string =>
  pathname.startsWith('/calendar/') ? '/calendar/…' : pathname.slice(0, 200);

/** Returns whether the browser disconnected during its request or our response. That is not a fault. */
function isClientGone(req: IncomingMessage, res: ServerResponse, error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return (
    (req.destroyed && !res.headersSent && code === 'ECONNRESET') ||
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    code === 'ERR_STREAM_UNABLE_TO_PIPE'
  );
}

/**
 * Sends a refusal as JSON. A request that accepts HTML gets a short HTML page instead, if the caller may try again
 * later.
 */
function refuse(exchange: Exchange, status: number, { code, data }: Refusal): void {
  const { req, res } = exchange;
  const { retry_after_s } = (data ?? {}) as { retry_after_s?: number };
  if (retry_after_s !== undefined) res.setHeader('Retry-After', retry_after_s);
  if (retry_after_s === undefined || !req.headers.accept?.includes('text/html'))
    return void sendRefusal(exchange, status, code, data);
  const words = '<p>Please try again in a moment.</p><p>Veuillez réessayer dans un instant.</p>';
  sendHtml(exchange, status, plainPage('One moment', `<main><h1>One moment</h1>${words}</main>`));
}

function answerError({ log, counters }: HttpParts, exchange: Exchange, error: unknown): void {
  const { res, requestId, req } = exchange;
  if (isClientGone(req, res, error)) return void res.destroy();
  if (error instanceof TooLong) return void sendRefusal(exchange, 413, 'TOO_LONG');
  if (error instanceof Refusal && isDeclared(error.code)) return refuse(exchange, declared[error.code].status, error);
  const isLater = isAway(error);
  if (isLater) counters.unavailable++;
  else counters.faults++;
  log[isLater ? 'warn' : 'error']({ err: error }, isLater ? 'database or photo store is away' : 'fault');
  if (res.headersSent) return void res.destroy();
  if (isLater)
    return void sendRefusal(exchange, 503, 'UNAVAILABLE', undefined, { 'Retry-After': String(RETRY_AFTER_S) });
  if (req.headers.accept?.includes('text/html')) {
    return void sendHtml(
      exchange,
      500,
      plainPage(
        'Something went wrong',
        `<main><h1>Something went wrong</h1><p>Une erreur est survenue.</p><p>${requestId}</p></main>`,
      ),
    );
  }
  sendRefusal(exchange, 500, 'FAULT', { id: requestId });
}

/** Refusals that any route may send. */
const declared = { ...commonRefusals, ...proofRefusals };
const isDeclared = (code: string): code is keyof typeof declared => Object.hasOwn(declared, code);

function listen(server: Server, port: number, host?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/** Stops the server. Connections in use are closed when they become idle, at the latest after ten seconds. */
async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const patience = setTimeout(() => server.closeAllConnections(), STOP_PATIENCE_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(patience);
}
