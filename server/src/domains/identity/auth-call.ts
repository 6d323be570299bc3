import type { createAuthMiddleware } from 'better-auth/api';
import { DEVICE_HEADER } from './known-devices.ts';

/** A call of Better Auth, as its hooks see it. */
export type AuthCall = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** Set by the route, never taken from the client. */
export const ADDRESS_HEADER = 'x-flaira-client-ip';

/** The caller's address and browser. */
export interface Origin {
  readonly address: string;
  /** The browser's own secret (`known-devices.ts`). */
  readonly device: string;
}

export const originOf = (headers: Pick<Headers, 'get'> | undefined): Origin => ({
  address: headers?.get(ADDRESS_HEADER) ?? '',
  device: headers?.get(DEVICE_HEADER) ?? '',
});
