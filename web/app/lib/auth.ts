import type { auth } from './auth-client.ts';

export type AuthClient = typeof auth;

/**
 * The client of /api/auth weighs more than the forms that use it, so it is loaded with the first call. Rejects without
 * a connection.
 */
export async function authClient(): Promise<AuthClient> {
  return (await import('./auth-client.ts')).auth;
}
