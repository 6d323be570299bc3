import type { Caller } from './caller.ts';
import type { RequestHeaders } from './exchange.ts';

/**
 * The context of every procedure: `implement(contract.intake).$context<RequestContext>()`. It holds no services: a domain closes over the
 * `Context` of its registration.
 */
export interface RequestContext {
  readonly caller: Caller;
  /** Written to every log line of this request and to the X-Request-Id header of its answer. */
  readonly requestId: string;
  /** Address of the client. Behind a proxy it is known only if TRUST_PROXY is set. Never log it. */
  readonly ip: string;
  /** Headers as received, cookies included. */
  readonly headers: RequestHeaders;
  /** Headers of the answer: `context.resHeaders.append('set-cookie', …)`. */
  readonly resHeaders: Pick<Headers, 'append'>;
}
