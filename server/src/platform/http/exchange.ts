import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Access } from '#contract/access.ts';
import type { SignedIn } from './caller.ts';

/** One request and its response. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /**
   * Absolute URL of the request. Its protocol and host come from PUBLIC_URL, so that nothing depends on a forged Host
   * header.
   */
  readonly url: URL;
  readonly requestId: string;
  /** Address of the client. With a trusted proxy, the address that the proxy names. */
  readonly ip: string;
}

type Answered = boolean | Promise<boolean>;

/** A route that sends everyone the same response, or that checks its callers itself. */
export interface OpenRoute {
  /**
   * `visitor` admits everyone. `proof` admits callers who send a proof that the route checks: a signature, a token or a
   * signed link. `contract`: each procedure declares its callers.
   */
  readonly access: 'visitor' | 'proof' | 'contract';
  readonly matches: (exchange: Exchange) => boolean;
  /** Answers the request. Returns false if the route leaves the request to the next route. */
  readonly answer: (exchange: Exchange) => Answered;
}

/** A route with an access check (gate.ts). `answer` is called only for signed-in callers that `access` admits. */
export interface GatedRoute {
  readonly access: Exclude<Access, 'visitor'>;
  readonly matches: (exchange: Exchange) => boolean;
  readonly answer: (exchange: Exchange, caller: SignedIn) => Answered;
}

/** A route of the service. It declares who may call it. */
export type Route = OpenRoute | GatedRoute;

export const isOpen = (route: Route): route is OpenRoute => ['visitor', 'proof', 'contract'].includes(route.access);

/** Returns whether a request only reads, which means GET or HEAD. */
export const isRead = ({ req }: Exchange): boolean => req.method === 'GET' || req.method === 'HEAD';

/** Sends a response with a body. HEAD gets the same headers without the body. */
export function send(
  { req, res }: Exchange,
  status: number,
  type: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): true {
  res.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body), ...headers });
  res.end(req.method === 'HEAD' ? undefined : body);
  return true;
}

export const sendJson = (
  exchange: Exchange,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): true =>
  send(exchange, status, 'application/json; charset=utf-8', JSON.stringify(value), {
    'Cache-Control': 'no-store',
    ...headers,
  });

export const sendHtml = (exchange: Exchange, status: number, html: string): true =>
  send(exchange, status, 'text/html; charset=utf-8', html, { 'Cache-Control': 'no-store' });

/** Sends a refusal in the form that procedures use. */
export const sendRefusal = (
  exchange: Exchange,
  status: number,
  code: string,
  data?: unknown,
  headers: Record<string, string> = {},
): true => sendJson(exchange, status, { defined: true, code, status, message: code, data }, headers);

/** The part of the web platform's `Headers` that we use: it returns one header by name. */
export type RequestHeaders = Pick<Headers, 'get'>;

export const headersOf = ({ headers }: IncomingMessage): RequestHeaders => ({
  get: (name) => headers[name.toLowerCase()]?.toString() ?? null,
});
