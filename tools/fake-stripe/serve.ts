import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { STRIPE_VERSION } from '#server/platform/payments/open-stripe.ts';
import { api, type Fields, happenings } from './api.ts';
import { ApiError, type Books, known, openBooks } from './books.ts';
import { pageHtml, payPage } from './pages.ts';

export interface FakeOptions {
  /** 0 means any free port. */
  readonly port: number;
  readonly webhookSecret: string;
  readonly now: () => Date;
  /** Sends a signed delivery to the service. */
  readonly deliver: (body: string, signature: string) => Promise<void>;
}

/** One call that the fake received. */
export interface Called {
  readonly path: string;
  readonly version: string | undefined;
}

/** Serves Stripe's HTTP interface from memory. The data are lost when the process ends. */
export async function serveFakeStripe({ port, webhookSecret, now, deliver }: FakeOptions) {
  const called: Called[] = [];
  let told: Promise<void> = Promise.resolve();
  const books = openBooks(now, (type, object) => {
    const created = Math.floor(now().getTime() / 1000);
    const event = { id: books.nextId('evt'), object: 'event', type, created, data: { object } };
    const payload = JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp: created });
    // Webhook events are delivered one after the other. The delivery of an event starts after the response to the call
    // that caused it.
    told = told.then(() => deliver(payload, signature));
  });
  const answered = new Map<string, string>();
  const server = createServer((req, res) => {
    void answer(books, req, res, called, answered).catch((error: unknown) => sendError(res, error));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    books,
    called,
    /** Resolves once every webhook up to now is delivered. */
    settled: () => told,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

async function answer(
  books: Books,
  req: IncomingMessage,
  res: ServerResponse,
  called: Called[],
  answered: Map<string, string>,
): Promise<void> {
  const { pathname, searchParams, origin } = new URL(req.url ?? '', `http://${req.headers.host}`);
  let text = '';
  for await (const chunk of req) text += String(chunk);
  const fields: Fields = Object.fromEntries([...searchParams, ...new URLSearchParams(text)]);
  if (pathname.startsWith('/pay/')) return showPage(books, req, res, pathname.slice(5), fields);
  const [call, id] = [`${req.method} ${pathname}`, idIn(pathname)];
  const isApi = pathname.startsWith('/v1/');
  if (isApi) called.push({ path: call, version: headerOf(req, 'stripe-version') });
  if (isApi) assertFromUs(req);
  const key = headerOf(req, 'idempotency-key');
  // Two calls with the same idempotency key get the same answer.
  const known = key && answered.get(`${call} ${key}`);
  if (known) return send(res, 200, known);
  const find = (isApi ? api : happenings)[call] ?? (isApi ? api : happenings)[call.replaceAll(ids, '/:id')];
  if (!find) throw new ApiError(404, 'not_built', `${call} is not part of the fake`);
  const json = JSON.stringify(find(books, id, fields, origin));
  if (key) answered.set(`${call} ${key}`, json);
  send(res, 200, json);
}

const headerOf = (req: IncomingMessage, name: string): string | undefined => req.headers[name]?.toString();

const ids = /\/([a-z]+_fake_\w+)/g;
/** Returns the last part of a path that is an id, such as `sub_fake_k_4`. */
const idIn = (path: string): string => [...path.matchAll(ids)].at(-1)?.[1] ?? ':none';

function assertFromUs(req: IncomingMessage): void {
  if (!headerOf(req, 'authorization')?.startsWith('Bearer sk_')) throw new ApiError(401, 'api_key_missing');
  const version = headerOf(req, 'stripe-version');
  if (version !== STRIPE_VERSION)
    throw new ApiError(400, 'version', `This fake speaks ${STRIPE_VERSION}, not ${version}`);
}

function showPage(books: Books, req: IncomingMessage, res: ServerResponse, id: string, fields: Fields): void {
  if (req.method !== 'POST') return send(res, 200, pageHtml(known(books.sessions, id)), 'text/html; charset=utf-8');
  const to = payPage(books, id, fields.card === 'declined' ? 'declined' : 'accepted');
  res.writeHead(303, { location: to }).end();
}

function send(res: ServerResponse, status: number, body: string, type = 'application/json'): void {
  res.writeHead(status, { 'content-type': type }).end(body);
}

function sendError(res: ServerResponse, error: unknown): void {
  const { status, code, message } =
    error instanceof ApiError ? error : new ApiError(500, 'api_error', error instanceof Error ? error.message : '');
  const type = status >= 500 ? 'api_error' : status === 401 ? 'authentication_error' : 'invalid_request_error';
  send(res, status, JSON.stringify({ error: { type, code, message } }));
}
