import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import type { Role } from '#contract/base.ts';
import type { Me } from '#contract/identity.ts';
import { startOf } from '#contract/start-of.ts';
import { ErrorState } from '#web/ui/list-states.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { isConnectionLost } from './connection.ts';
import { useEndOfFirstView } from './first-view.ts';
import { useLocale } from './locale.tsx';
import { keepTypedAtEnd } from './keep-typed.ts';
import { inLanguage, safeReturn } from '../paths.ts';
import { onSignedOut, queryClient, sessionKey, whoIsHere } from './query.ts';

/**
 * The query for the signed-in person. Its first call loads the API client. The login page can therefore show its form
 * without waiting for the client.
 */
const whoAmI = queryOptions({
  queryKey: sessionKey,
  queryFn: async () => {
    const answer = await (await import('./api.ts')).call.identity.whoAmI();
    const before = whoIsHere();
    if (before && answer.user?.id !== before) await leaveTo(answer.user);
    return answer;
  },
  staleTime: 60_000,
});

export interface Session {
  /**
   * True until the first request for the session has succeeded or failed. Until then, show a spinner and make no
   * decision that depends on the session.
   */
  isLoading: boolean;
  user: Me | null;
  /** Loads the session again. The function is set only if the request failed and no earlier session is known. */
  retry: (() => void) | undefined;
  /** The error of the last request for the session, if it failed. */
  error: unknown;
}

export function useSession(): Session {
  const { data, error, isPending, isError, refetch } = useQuery(whoAmI);
  const retry = isError && !data ? () => void refetch() : undefined;
  return { isLoading: isPending, user: data?.user ?? null, retry, error };
}

/**
 * Loads the session again after sign-in, sign-out or a change of the account. Resolves when the new session is loaded.
 */
export async function refreshSession(): Promise<Me | null> {
  const { user } = await queryClient.fetchQuery({ ...whoAmI, staleTime: 0 });
  return user;
}

/**
 * Deletes the data of the person who was signed in here, after another tab of this browser has signed them out. If
 * another person has signed in in that tab, this page reloads, because it still shows the data of the first person.
 */
function leaveTo(user: Me | null): Promise<void> {
  keepTypedAtEnd();
  forgetData();
  if (!user) return Promise.resolve();
  location.reload();
  return new Promise(() => {});
}

/**
 * Deletes from memory all data of the person who was signed in. Only text that the person has not sent yet is kept for
 * the same person's next sign-in in this tab.
 */
export function forgetSession() {
  keepTypedAtEnd();
  kept = undefined;
  const { queryKey } = whoAmI;
  // This query must not be removed. Observers of a removed query do not get its next result, and the page would wait
  // for ever.
  void queryClient.cancelQueries({ queryKey }, { silent: true });
  queryClient.setQueryData(queryKey, { is_admin: false, user: null });
  forgetData();
}

function forgetData() {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  queryClient.getMutationCache().clear();
}

interface RequireUserProps {
  /** The roles that may see the page. If it is undefined, every signed-in person may see the page. */
  roles?: readonly Role[];
  children: ReactNode;
}

/**
 * Shows the page only to people with one of the given roles. Until the session is loaded, a spinner is shown. If nobody
 * is signed in, the login page opens. A person with another role is sent to their own start page.
 */
export function RequireUser({ roles, children }: RequireUserProps) {
  const { isLoading, user, retry, error } = useSession();
  const { pathname, search, hash } = useLocation();
  const locale = useLocale();
  useEffect(() => onSignedOut(forgetSession), []);

  if (isLoading) return <Spinner page />;
  if (retry) return <Unanswered error={error} onRetry={retry} />;
  if (!user) {
    const back = encodeURIComponent(pathname + search + hash);
    return <Navigate to={`${inLanguage('/login', locale)}?return=${back}`} replace />;
  }
  if (roles && !roles.includes(user.role)) return <Navigate to={inLanguage(startOf(user.role), locale)} replace />;
  return children;
}

function Unanswered({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  useEndOfFirstView();
  const [title, text] = isConnectionLost(error)
    ? [t('session.unanswered'), t('fault.connection')]
    : [t('fault.title'), t('fault.text')];
  return (
    <main className="page last-resort" id="content">
      <title>Flaira</title>
      <h1 className="visually-hidden">{title}</h1>
      <ErrorState title={title} text={text} onRetry={onRetry} />
    </main>
  );
}

const returnKey = 'flaira.return';

/**
 * Stores the requested page while the person creates an account, because the link in the confirmation email does not
 * contain the page. The first sign-in deletes the stored page.
 */
export function keepReturn(search: string) {
  const path = safeReturn(new URLSearchParams(search).get('return'));
  try {
    if (path) localStorage.setItem(returnKey, path);
  } catch {
    // The browser allows no storage, so the sign-in opens the start page of the role.
  }
}

let kept: string | undefined;

/**
 * Returns the stored page and deletes it from the browser's storage. The sign-in needs the page twice, so this module
 * also keeps it in memory.
 */
function takeReturn(): string | undefined {
  try {
    kept ??= safeReturn(localStorage.getItem(returnKey));
    localStorage.removeItem(returnKey);
  } catch {
    return undefined;
  }
  return kept;
}

/**
 * Returns the page to open after sign-in. It is the page that the address requests, or else the stored page, or else
 * the start page of the role. Only pages of our own site are opened.
 */
export function afterSignIn(user: Me, search: string, locale: 'en' | 'fr'): string {
  const earlier = takeReturn();
  return safeReturn(new URLSearchParams(search).get('return')) ?? earlier ?? inLanguage(startOf(user.role), locale);
}
