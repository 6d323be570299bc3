import type { Caller } from './caller.ts';
import type { RequestHeaders } from './exchange.ts';

/**
 * The context of every procedure (implement-contract.ts). It contains only data of the request. The database and the
 * other parts of the platform come from the `Context` that each domain gets when it is registered.
 */
export interface RequestContext {
  readonly caller: Caller;
  /** Written to every log line of this request and to the X-Request-Id header of the response. */
  readonly requestId: string;
  /** Address of the client. Behind a proxy the address is known only if TRUST_PROXY is set. Never log it. */
  readonly ip: string;
  /** Headers as received, cookies included. */
  readonly headers: RequestHeaders;
  /** Headers of the response: `context.resHeaders.append('set-cookie', …)`. */
  readonly resHeaders: Pick<Headers, 'append'>;
}
