import { QueryCache, QueryClient } from '@tanstack/react-query';

/** The key of the query for the signed-in person, on which everything on a page depends. */
export const sessionKey = ['who_am_i'];

/** The id of the signed-in account. Null for a visitor, undefined until the page has asked. */
export function whoIsHere(): string | null | undefined {
  const answer = queryClient.getQueryData<{ readonly user: { readonly id: string } | null }>(sessionKey);
  return answer && (answer.user?.id ?? null);
}

type Listener = () => void;
const signedOutListeners = new Set<Listener>();

/**
 * Runs when a query finds that nobody is signed in any more. A failed mutation is shown on its own screen, which keeps
 * the typed text.
 */
export function onSignedOut(listener: Listener): () => void {
  signedOutListeners.add(listener);
  return () => void signedOutListeners.delete(listener);
}

/** Every page loads this file, so it recognises refusals by code and does not load the client of the api. */
function noticeSignedOut(error: unknown) {
  if (error instanceof Error && 'code' in error && error.code === 'UNAUTHENTICATED')
    for (const listener of signedOutListeners) listener();
}

/** The client of the api already retries where it is allowed, so a failed query is not repeated. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignedOut }),
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000 },
    mutations: { retry: false },
  },
});
