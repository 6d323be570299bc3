import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { Role } from '#contract/base.ts';
import type { Me } from '#contract/identity.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { api } from './api.ts';
import { useLocale } from './locale.tsx';
import { inLanguage, safeReturn } from '../paths.ts';
import { onSignedOut, queryClient } from './query.ts';

const whoAmI = api.identity.whoAmI.queryOptions({ staleTime: 60_000 });

export interface Session {
  /** True until the first answer: show a spinner, decide nothing. */
  isLoading: boolean;
  user: Me | null;
}

export function useSession(): Session {
  const { data, isPending } = useQuery(whoAmI);
  return { isLoading: isPending, user: data?.user ?? null };
}

/** After sign-in, sign-out or a change of the account. Resolves when the new answer is there. */
export async function refreshSession(): Promise<Me | null> {
  const { user } = await queryClient.fetchQuery({ ...whoAmI, staleTime: 0 });
  return user;
}

/** Forgets everything that belonged to the person who was signed in. */
export function forgetSession() {
  queryClient.clear();
  queryClient.setQueryData(whoAmI.queryKey, { is_admin: false, user: null });
}

/** Where a role starts after sign-in. */
export function startOf(role: Role): string {
  return { admin: '/admin', practitioner: '/studio', patient: '/dashboard' }[role];
}

interface RequireUserProps {
  /** Without it any signed-in person may enter. */
  roles?: readonly Role[];
  children: ReactNode;
}

/** Spinner while the answer is on its way, the login page without a user, the own start page with the wrong role. */
export function RequireUser({ roles, children }: RequireUserProps) {
  const { isLoading, user } = useSession();
  const { pathname, search } = useLocation();
  const locale = useLocale();
  useEffect(() => onSignedOut(forgetSession), []);

  if (isLoading) return <Spinner page />;
  if (!user) {
    const back = encodeURIComponent(pathname + search);
    return <Navigate to={`${inLanguage('/login', locale)}?return=${back}`} replace />;
  }
  if (roles && !roles.includes(user.role)) return <Navigate to={inLanguage(startOf(user.role), locale)} replace />;
  return children;
}

/** Where to go after sign-in: the page that was asked for when it is ours, otherwise the role's start. */
export function afterSignIn(user: Me, search: string, locale: 'en' | 'fr'): string {
  return safeReturn(new URLSearchParams(search).get('return')) ?? inLanguage(startOf(user.role), locale);
}
