import type { createAuthMiddleware } from 'better-auth/api';
import { DEVICE_HEADER } from './known-devices.ts';

/** A call of Better Auth in the form that its hooks receive. */
export type AuthCall = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** The header with the client's address. The route sets it, and never accepts it from the client. */
export const ADDRESS_HEADER = 'x-flaira-client-ip';

/** The network address and the browser that a call comes from. */
export interface Origin {
  readonly address: string;
  /** The secret that identifies the browser (`known-devices.ts`). */
  readonly device: string;
}

export const originOf = (headers: Pick<Headers, 'get'> | undefined): Origin => ({
  address: headers?.get(ADDRESS_HEADER) ?? '',
  device: headers?.get(DEVICE_HEADER) ?? '',
});
