import { QueryCache, QueryClient } from '@tanstack/react-query';

/** Key of the query for the signed-in person, on which everything on a page depends. */
export const sessionKey = ['who_am_i'];

/** The account that is signed in, null for a visitor, undefined while the page has not asked. */
export function whoIsHere(): string | null | undefined {
  const answer = queryClient.getQueryData<{ readonly user: { readonly id: string } | null }>(sessionKey);
  return answer && (answer.user?.id ?? null);
}

type Listener = () => void;
const signedOutListeners = new Set<Listener>();

/**
 * Runs when a query finds that nobody is signed in any more. Failed mutations are shown on their own screen, which
 * keeps the typed text.
 */
export function onSignedOut(listener: Listener): () => void {
  signedOutListeners.add(listener);
  return () => void signedOutListeners.delete(listener);
}

/** Every page loads this file. It recognises refusals by code, so that it need not load the client of the api. */
function noticeSignedOut(error: unknown) {
  if (error instanceof Error && 'code' in error && error.code === 'UNAUTHENTICATED')
    for (const listener of signedOutListeners) listener();
}

/** The client of the api already retries what may be retried, so a failed query fails once. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignedOut }),
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000 },
    mutations: { retry: false },
  },
});
