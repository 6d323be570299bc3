import type { AnyRouter } from '@orpc/server';
import type { Access } from '#contract/access.ts';
import type { Caller } from './http/caller.ts';
import type { RequestHeaders, Route } from './http/exchange.ts';

/**
 * The result of registering a domain. Each `server/src/domains/<domain>/index.ts` exports `register(ctx: Context)`,
 * which subscribes to events (`ctx.outbox.on`), makes the domain's router and returns this object. app.ts calls
 * `register` once.
 */
export interface Registered<R extends AnyRouter | undefined = AnyRouter | undefined> {
  /** The procedures of contract[domain], made with `implementContract(contract[domain]).router({…})`. */
  readonly router?: R;
  /** The interface to accounts. Only the identity domain returns it. */
  readonly accounts?: Accounts;
  /** Routes that are not procedures. */
  readonly routes?: readonly Route[];
}

/** The interface to accounts that the rest of the service uses. The identity domain implements it. */
export interface Accounts {
  /**
   * Returns the caller of a request with these headers. A missing, forged or expired session makes the caller a visitor
   * and is not an error. Throws if the database is down.
   */
  resolveCaller(headers: RequestHeaders): Promise<Caller>;
  /** Throws a `Refusal` unless `access` admits this caller. */
  admit(caller: Caller, access: Access): Promise<void>;
  /**
   * Answers everything under /api/auth/. The header `X-Flaira-Client-Ip` contains the client's address, for the rate
   * limits per address. If the client sent a header of that name, the service replaces it.
   */
  handle(request: Request): Promise<Response>;
}
