import type { AnyRouter } from '@orpc/server';
import type { Access } from '#contract/access.ts';
import type { Caller } from './http/caller.ts';
import type { RequestHeaders, Route } from './http/exchange.ts';
import type { FillPage } from './http/pages.ts';

/**
 * What a domain hands to the service. `server/src/domains/<domain>/index.ts` exports a function `register(ctx: Context)` that answers this; app.ts calls it
 * once, before the outbox and the jobs start. It must not touch the network: it defines jobs (`ctx.jobs.define`), subscribes to events
 * (`ctx.outbox.on`) and makes its router.
 */
export interface Registered<R extends AnyRouter | undefined = AnyRouter | undefined> {
  /** The procedures of contract[domain], made with `implement(contract[domain]).$context<RequestContext>().router({…})`. */
  readonly router?: R;
  /** Only the domain of accounts has them. */
  readonly accounts?: Accounts;
  /** What this domain puts into the first views of its pages. */
  readonly fillPage?: FillPage;
  /** Answers that are no procedures. */
  readonly routes?: readonly Route[];
}

/** What the service needs to know about accounts; the identity domain gives it. */
export interface Accounts {
  /** Who sent these headers. Never throws for a missing, forged or expired session: that is a visitor. Throws when the database is away. */
  resolveCaller(headers: RequestHeaders): Promise<Caller>;
  /** Throws a `Refusal` unless the declaration names this caller. */
  admit(caller: Caller, access: Access): Promise<void>;
  /**
   * Answers everything under /api/auth/. The request carries the client's address in `X-Flaira-Client-Ip` (whatever the client sent under that
   * name was removed), so that limits by address can trust it.
   */
  handle(request: Request): Promise<Response>;
}
