import type { AnyRouter } from '@orpc/server';
import type { Access } from '#contract/access.ts';
import type { Caller } from './http/caller.ts';
import type { RequestHeaders, Route } from './http/exchange.ts';
import type { FillPage } from './http/pages.ts';

/**
 * The result of registering a domain. `server/src/domains/<domain>/index.ts` exports `register(ctx: Context)`, which returns it; app.ts calls it once, before the outbox and the jobs start. It must not touch the network: it defines jobs (`ctx.jobs.define`), subscribes to events
 * (`ctx.outbox.on`) and makes its router.
 */
export interface Registered<R extends AnyRouter | undefined = AnyRouter | undefined> {
  /** The procedures of contract[domain], made with `implement(contract[domain]).$context<RequestContext>().router({…})`. */
  readonly router?: R;
  /** Only the domain of accounts has them. */
  readonly accounts?: Accounts;
  /** Fills the first views of this domain's pages. */
  readonly fillPage?: FillPage;
  /** Routes that are not procedures. */
  readonly routes?: readonly Route[];
}

/** The service's interface to accounts. The identity domain implements it. */
export interface Accounts {
  /** The caller behind these headers. A missing, forged or expired session is a visitor, not an error. Throws if the database is down. */
  resolveCaller(headers: RequestHeaders): Promise<Caller>;
  /** Throws a `Refusal` unless the declaration names this caller. */
  admit(caller: Caller, access: Access): Promise<void>;
  /**
   * Answers everything under /api/auth/. The request carries the client's address in `X-Flaira-Client-Ip`, so that
   * limits by address can trust it (a header of that name from the client is removed).
   */
  handle(request: Request): Promise<Response>;
}
