import { QueryCache, QueryClient } from '@tanstack/react-query';

/** The key of the query for the signed-in person. Every part of a page depends on this query. */
export const sessionKey = ['who_am_i'];

/**
 * Returns the id of the signed-in account. Null means a visitor. Returns undefined while the page does not know who is
 * signed in.
 */
export function whoIsHere(): string | null | undefined {
  const answer = queryClient.getQueryData<{ readonly user: { readonly id: string } | null }>(sessionKey);
  return answer && (answer.user?.id ?? null);
}

type Listener = () => void;
const signedOutListeners = new Set<Listener>();

/**
 * Calls the listener if a query fails because nobody is signed in. A failed mutation is shown on its own screen, so
 * that typed text is not lost.
 */
export function onSignedOut(listener: Listener): () => void {
  signedOutListeners.add(listener);
  return () => void signedOutListeners.delete(listener);
}

/** Recognises the refusal by its code. Every page loads this file, so it must not load the client of the API. */
function noticeSignedOut(error: unknown) {
  if (error instanceof Error && 'code' in error && error.code === 'UNAUTHENTICATED')
    for (const listener of signedOutListeners) listener();
}

/** The client of the API already repeats calls that may be repeated. A failed query is therefore not repeated here. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignedOut }),
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000 },
    mutations: { retry: false },
  },
});
