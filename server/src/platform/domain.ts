import type { AnyRouter } from '@orpc/server';
import type { Context } from './context.ts';
import type { Caller } from './http/caller.ts';

/** What a domain hands to the service when it is registered. */
export interface Registered<R extends AnyRouter | undefined = AnyRouter | undefined> {
  /** The procedures of contract[domain], made with `implement(contract[domain]).$context<RequestContext>().router({…})`. */
  readonly router?: R;
  /** Only the domain of accounts has them. */
  readonly accounts?: Accounts;
}

/**
 * `server/src/domains/<domain>/index.ts` exports a function of this type named `register`. It is called once, before the outbox and the jobs
 * start, and must not touch the network: it defines jobs (`ctx.jobs.define`), subscribes to events (`ctx.outbox.on`) and answers its router.
 */
export type Register<R extends AnyRouter | undefined = AnyRouter | undefined> = (ctx: Context) => Registered<R>;

/** What the service needs to know about accounts; the identity domain gives it. */
export interface Accounts {
  /** Who sent these headers. Never throws for a missing, forged or expired session: that is a visitor. Throws when the database is away. */
  resolveCaller(headers: Headers): Promise<Caller>;
  /**
   * Answers everything under /api/auth/. The request carries the client's address in `X-Flaira-Client-Ip` (whatever the client sent under that
   * name was removed), so that limits by address can trust it.
   */
  handle(request: Request): Promise<Response>;
}
