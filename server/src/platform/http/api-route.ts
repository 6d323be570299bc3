import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { call, type ORPCError } from '@orpc/server';
import type { Logger } from 'pino';
import { accepts } from './accepted-encoding.ts';
import { toApiError } from './api-errors.ts';
import type { Held } from './body-memory.ts';
import type { Call } from './calls.ts';
import { type Exchange, headersOf, type OpenRoute, send, sendJson, sendRefusal } from './exchange.ts';
import { type Counters, RETRY_AFTER_S } from './faults.ts';
import type { Limits } from '../limits/create-limits.ts';
import type { Caller } from './caller.ts';
import type { Gate } from './gate.ts';
import { limitedCall } from './limited-call.ts';
import { readInput } from './read-input.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { RequestContext } from './request-context.ts';
import { setDataHeaders } from './security-headers.ts';
import type { RefusalWatch } from '../refusals/refusal-watch.ts';

const PREFIXES = /^\/(rpc|api|functions)\//;

export interface ApiParts {
  readonly calls: ReadonlyMap<string, Call>;
  readonly gate: Gate;
  readonly limits: Limits;
  /** Starts to count the memory that the uploaded form (multipart) of one call uses. */
  readonly holdBody: () => Held;
  readonly log: Logger;
  readonly counters: Counters;
  readonly tracing: Tracing;
  readonly watch: RefusalWatch;
}

/** Answers calls of the contract's procedures. An unknown path under /rpc, /api or /functions gets 404 in JSON. */
export function apiRoute(parts: ApiParts): OpenRoute {
  const { calls, log, counters, tracing, watch } = parts;
  return {
    access: 'contract',
    matches: ({ url }) => PREFIXES.test(url.pathname),
    async answer(exchange) {
      const { req, res, url, requestId } = exchange;
      setDataHeaders(res);
      const asked = req.method === 'POST' ? calls.get(url.pathname) : undefined;
      if (!asked) return sendRefusal(exchange, 404, 'NOT_FOUND');
      res.setHeader('Cache-Control', 'no-store');
      const asking: Asking = { caller: VISITOR };
      try {
        return await tracing.run('part', asked.name, {}, () => answerCall(exchange, asked, parts, asking));
      } catch (error) {
        // Turns every refusal into a response, including refusals of the access check (`gate`).
        const said = toApiError(error, asked.procedure['~orpc'].errorMap, requestId, log, counters);
        if (WATCHED.has(said.status)) await watch.refused({ ...asking, ip: exchange.ip, name: asked.name }, said.code);
        const wait_s = retryAfterOf(said);
        const headers: Record<string, string> = wait_s === null ? {} : { 'Retry-After': String(wait_s) };
        return sendJson(exchange, said.status, said.toJSON(), headers);
      }
    },
  };
}

/**
 * Statuses of refused access to other people's data: forbidden and not found. A caller who gets too many of these
 * becomes suspicious.
 */
const WATCHED: ReadonlySet<number> = new Set([403, 404]);
const VISITOR: Caller = { kind: 'visitor', language: 'en' };

/** The caller of a call: `VISITOR` until the access check (`gate`) has identified the caller. */
interface Asking {
  caller: Caller;
}

/**
 * Checks the caller before the body is read. A caller is refused at that point if the procedure does not admit them or
 * if they are over a limit.
 */
async function answerCall(exchange: Exchange, asked: Call, parts: ApiParts, asking: Asking): Promise<boolean> {
  const caller = await parts.gate(exchange, asked.access);
  asking.caller = caller;
  return parts.limits.run(limitedCall(exchange, caller), () => answerAdmitted(exchange, asked, caller, parts));
}

async function answerAdmitted(
  exchange: Exchange,
  { name, body, procedure }: Call,
  caller: Caller,
  { holdBody, watch }: ApiParts,
): Promise<boolean> {
  const held = holdBody();
  const { req, res, requestId, ip } = exchange;
  try {
    const input = await readInput(exchange, body, held);
    await watch.saw({ caller, ip, name }, input);
    const resHeaders = { append: (header: string, value: string) => void res.appendHeader(header, value) };
    const context: RequestContext = { caller, requestId, ip, headers: headersOf(req), resHeaders };
    return await sendAnswer(exchange, await call(procedure, input, { context, path: name.split('.') }));
  } finally {
    held.release();
  }
}

/** Returns the seconds after which the same call may succeed. Null if waiting does not help. */
function retryAfterOf({ status, data }: ORPCError<string, unknown>): number | null {
  if (status !== 429 && status !== 503) return null;
  return (data as { retry_after_s?: number } | undefined)?.retry_after_s ?? RETRY_AFTER_S;
}

/** Sends the output of a procedure: JSON that matches the contract, or one file. */
async function sendAnswer(exchange: Exchange, output: unknown): Promise<true> {
  if (!(output instanceof Blob)) return sendCompressed(exchange, 200, 'application/json', JSON.stringify(output) ?? '');
  const bytes = Buffer.from(await output.arrayBuffer());
  const headers = { 'Content-Disposition': dispositionOf(output instanceof File ? output.name : 'file') };
  if (output.type.startsWith('text/')) return sendCompressed(exchange, 200, output.type, bytes, headers);
  return send(exchange, 200, output.type, bytes, headers);
}

/**
 * Returns the Content-Disposition header (RFC 6266). It has the file name in ASCII for all clients, and in UTF-8 for
 * clients that understand UTF-8.
 */
const dispositionOf = (name: string): string =>
  `inline; filename="${name.replace(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=utf-8''${encodeURIComponent(name).replace(/['()*]/g, percent)}`;

const percent = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/** Size in bytes below which compression gains nothing. */
const WORTH_BYTES = 1000;

/** Compression at levels that make a list of posts five times smaller in less than a millisecond. */
const quick = {
  br: (body: string | Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }),
  gzip: (body: string | Buffer) => promisify(gzip)(body, { level: 1 }),
};
const ENCODINGS = ['br', 'gzip'] as const;

/** Sends a body that was made for this response, compressed if that saves bytes and the client supports it. */
async function sendCompressed(
  exchange: Exchange,
  status: number,
  type: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<true> {
  if (body.length < WORTH_BYTES) return send(exchange, status, type, body, headers);
  const accepted = String(exchange.req.headers['accept-encoding'] ?? '');
  const encoding = ENCODINGS.find((name) => accepts(accepted, name));
  const varying = { ...headers, Vary: 'Accept-Encoding' };
  if (!encoding) return send(exchange, status, type, body, varying);
  return send(exchange, status, type, await quick[encoding](body), { ...varying, 'Content-Encoding': encoding });
}
