import type { auth } from './auth-client.ts';

export type AuthClient = typeof auth;

/**
 * Returns the client of /api/auth. The client is larger than the forms that use it, so the first call of this function
 * loads it. Rejects if the client cannot be loaded.
 */
export async function authClient(): Promise<AuthClient> {
  return (await import('./auth-client.ts')).auth;
}
