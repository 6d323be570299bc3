import type { auth } from './auth-client.ts';

export type AuthClient = typeof auth;

/**
 * Returns the client of /api/auth. It is larger than the forms that use it, so the first call loads it. Rejects if it
 * cannot be loaded.
 */
export async function authClient(): Promise<AuthClient> {
  return (await import('./auth-client.ts')).auth;
}
