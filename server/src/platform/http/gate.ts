import type { Access } from '#contract/access.ts';
import type { Accounts } from '../domain.ts';
import { type Exchange, headersOf } from './exchange.ts';
import type { Caller } from './caller.ts';

/** Who asks, once a declaration lets them; throws a `Refusal` for everybody else. Reads the headers and nothing of the body. */
export type Gate = (exchange: Exchange, access: Access) => Promise<Caller>;

export const createGate =
  ({ resolveCaller, admit }: Pick<Accounts, 'resolveCaller' | 'admit'>): Gate =>
  async ({ req }, access) => {
    const caller = await resolveCaller(headersOf(req));
    await admit(caller, access);
    return caller;
  };
