import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Accounts } from '../domain.ts';
import { type Exchange, type Route } from './exchange.ts';
import { readBytes } from './read-body.ts';

/**
 * The header that passes the client's address from this route to the accounts domain. A header of this name from the
 * client is ignored.
 */
const CLIENT_IP = 'x-flaira-client-ip';
const PREFIX = '/api/auth/';
/** Largest body in bytes. It is enough for names, passwords and the responses of passkeys. */
const MAX_BYTES = 64 * 1024;

/** Routes everything under /api/auth/ to the accounts domain. */
export function authRoute(accounts: Pick<Accounts, 'handle'>): Route {
  return {
    access: 'proof',
    matches: ({ url }) => url.pathname.startsWith(PREFIX),
    async answer(exchange) {
      await write(exchange, await accounts.handle(await toRequest(exchange)));
      return true;
    },
  };
}

async function toRequest({ req, url, ip }: Exchange): Promise<Request> {
  const headers = webHeadersOf(req);
  headers.set(CLIENT_IP, ip);
  const hasBody = req.method !== 'GET' && req.method !== 'HEAD';
  return new Request(url, {
    method: req.method ?? 'GET',
    headers,
    ...(hasBody && { body: new Uint8Array(await readBytes(req, MAX_BYTES)) }),
  });
}

function webHeadersOf(req: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one);
  }
  return headers;
}

async function write({ res }: Exchange, answer: Response): Promise<void> {
  res.statusCode = answer.status;
  if (!answer.headers.has('cache-control')) res.setHeader('Cache-Control', 'no-store');
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') res.setHeader(name, value);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) res.setHeader('Set-Cookie', cookies);
  if (answer.body) await pipeline(Readable.fromWeb(answer.body as never), res);
  else res.end();
}
