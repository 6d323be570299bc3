import { call, type ORPCError } from '@orpc/server';
import type { Logger } from 'pino';
import { toApiError } from './api-errors.ts';
import type { Held } from './body-memory.ts';
import type { Call } from './calls.ts';
import { type Exchange, headersOf, type OpenRoute, sendJson, sendRefusal } from './exchange.ts';
import { type Counters, RETRY_AFTER_S } from './faults.ts';
import type { Limits } from '../limits/create-limits.ts';
import type { Caller } from './caller.ts';
import type { Gate } from './gate.ts';
import { limitedCall } from './limited-call.ts';
import { readInput } from './read-input.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { RequestContext } from './request-context.ts';
import { setDataHeaders } from './security-headers.ts';
import { sendAnswer } from './send-answer.ts';
import type { RefusalWatch } from '../refusals/refusal-watch.ts';

const PREFIXES = /^\/(rpc|api|functions)\//;

export interface ApiParts {
  readonly calls: ReadonlyMap<string, Call>;
  readonly gate: Gate;
  readonly limits: Limits;
  /** Starts to count the memory that the bodies of one call use. */
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
