import { type AnyRouter, createRouterClient } from '@orpc/server';
import type { Accounts } from '../domain.ts';
import type { Call } from './calls.ts';
import type { Caller } from './caller.ts';
import type { RequestHeaders } from './exchange.ts';

/** The caller of a procedure, with data about the request. */
export interface Asking {
  readonly caller: Caller;
  readonly headers: RequestHeaders;
  readonly requestId: string;
  readonly ip: string;
}

/**
 * Calls procedures for pages that the service renders, without an HTTP request for each call. The access rules and the
 * checks of input and output are the same as over HTTP.
 */
export function inProcessCalls(
  router: AnyRouter,
  calls: ReadonlyMap<string, Call>,
  { admit }: Pick<Accounts, 'admit'>,
): (asking: Asking) => unknown {
  const access = new Map([...calls.values()].map((call) => [call.name, call.access]));
  return (asking) =>
    createRouterClient(router, {
      context: { ...asking, resHeaders: new Headers() },
      interceptors: [
        async ({ path, next }) => {
          const name = path.join('.');
          const declared = access.get(name);
          if (!declared) throw new Error(`${name} is no procedure`);
          await admit(asking.caller, declared);
          return next();
        },
      ],
    });
}
