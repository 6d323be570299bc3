import { type AnyRouter, ORPCError, onError } from '@orpc/server';
import type { Logger } from 'pino';
import type { Accounts } from '../domain.ts';
import { toApiError, unreadableInput } from './api-errors.ts';
import { refuseLongBody } from './body-limits.ts';
import { headersOf, type Route, sendJson } from './exchange.ts';
import { jsonHandler } from './json-handler.ts';
import { type Counters, RETRY_AFTER_S } from './faults.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { RequestContext } from './request-context.ts';
import { setDataHeaders } from './security-headers.ts';

const PREFIXES = /^\/(rpc|api|functions)\//;

export interface ApiParts {
  /** Implements the whole contract, with `RequestContext` as its context. */
  readonly router: AnyRouter;
  readonly accounts: Pick<Accounts, 'resolveCaller'>;
  readonly log: Logger;
  readonly counters: Counters;
  readonly tracing: Tracing;
}

/** The procedures of the contract. An unknown path under /rpc, /api or /functions answers 404 in JSON. */
export function apiRoute({ router, accounts, log, counters, tracing }: ApiParts): Route {
  const answer = jsonHandler<RequestContext>(router, {
    interceptors: [onError(rethrowUnreadable)],
    clientInterceptors: [
      async ({ next, path, procedure, context }) => {
        try {
          return await tracing.run('part', path.join('.'), {}, async () => next());
        } catch (error) {
          const said = toApiError(error, procedure['~orpc'].errorMap, context.requestId, log, counters);
          if (said.status === 503) context.resHeaders.append('Retry-After', String(RETRY_AFTER_S));
          throw said;
        }
      },
    ],
  });

  return async (exchange) => {
    const { req, res, url, requestId, ip } = exchange;
    if (!PREFIXES.test(url.pathname)) return false;
    if (refuseLongBody(exchange)) return true;
    res.setHeader('Cache-Control', 'no-store');
    setDataHeaders(res);
    const headers = headersOf(req);
    const caller = await accounts.resolveCaller(headers);
    const resHeaders = { append: (name: string, value: string) => void res.appendHeader(name, value) };
    const matched = await answer(exchange, { caller, requestId, ip, headers, resHeaders });
    return matched || sendJson(exchange, 404, { defined: true, code: 'NOT_FOUND', status: 404, message: 'NOT_FOUND' });
  };
}

/** A body that is no JSON or no form is a fault of the input, like any other. */
function rethrowUnreadable(error: unknown): void {
  if (!(error instanceof ORPCError) && error instanceof Error && error.name !== 'AbortError') throw unreadableInput();
}
