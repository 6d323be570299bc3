import { QueryCache, QueryClient } from '@tanstack/react-query';

/** The key of the query for the signed-in person. Every part of a page depends on this query. */
export const sessionKey = ['who_am_i'];

/**
 * Returns the id of the signed-in account, or null for a visitor. Returns undefined if the page does not know yet who
 * is signed in.
 */
export function whoIsHere(): string | null | undefined {
  const answer = queryClient.getQueryData<{ readonly user: { readonly id: string } | null }>(sessionKey);
  return answer && (answer.user?.id ?? null);
}

type Listener = () => void;
const signedOutListeners = new Set<Listener>();

/**
 * Calls the listener if a query fails because nobody is signed in. It is not called for mutations. The screen of a
 * failed mutation shows the error, so that typed text is not lost.
 */
export function onSignedOut(listener: Listener): () => void {
  signedOutListeners.add(listener);
  return () => void signedOutListeners.delete(listener);
}

/** Recognises the refusal by its code. Every page loads this file, so this file must not load the API client. */
function noticeSignedOut(error: unknown) {
  if (error instanceof Error && 'code' in error && error.code === 'UNAUTHENTICATED')
    for (const listener of signedOutListeners) listener();
}

/** Failed queries are not repeated here, because the API client already repeats calls that may be repeated. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignedOut }),
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000 },
    // Without a connection, a call fails at once, and the form can be used again. It must not wait for the connection
    // and act when the person no longer expects it.
    mutations: { retry: false, networkMode: 'always' },
  },
});
