import type { Access } from '#contract/access.ts';
import type { Accounts } from '../domain.ts';
import { type Exchange, headersOf } from './exchange.ts';
import type { Caller } from './caller.ts';

/**
 * The access check of a request. Returns the caller if `access` admits them, and throws a `Refusal` otherwise. Reads
 * only the headers, never the body.
 */
export type Gate = (exchange: Exchange, access: Access) => Promise<Caller>;

export const createGate =
  ({ resolveCaller, admit }: Pick<Accounts, 'resolveCaller' | 'admit'>): Gate =>
  async ({ req }, access) => {
    const caller = await resolveCaller(headersOf(req));
    await admit(caller, access);
    return caller;
  };
