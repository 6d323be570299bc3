import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { WeakPasswordReasons } from '#contract/identity.ts';
import { type AuthClient, authClient } from '#web/lib/auth.ts';

/** The error of a call that /api/auth refused. */
export interface AuthError {
  readonly status: number;
  readonly code?: string;
  readonly message?: string;
  readonly reasons?: readonly string[];
  readonly retry_after_s?: number;
}

type Reason = (typeof WeakPasswordReasons)[number];

/** Returns a function that gives the sentence for a refused call, or undefined if there is no sentence for it. */
export function useAuthErrorText(): (error: AuthError) => string | undefined {
  const { t, i18n } = useTranslation(['identity', 'ui']);
  return useCallback(
    (error: AuthError) => {
      if (error.status === 429 || error.code === 'RATE_LIMITED') {
        return t('identity:error.RATE_LIMITED', { count: Math.ceil((error.retry_after_s ?? 60) / 60) });
      }
      if (error.status === 0) return t('ui:fault.connection');
      const key = `identity:error.${error.code ?? ''}`;
      // The codes come from the service, so TypeScript does not know the translation keys.
      return i18n.exists(key) ? (i18n.t as (key: string) => string)(key) : undefined;
    },
    [t, i18n],
  );
}

/**
 * Returns a function that gives the text for a password field, with the reasons why a password is weak. It returns
 * undefined for any other error.
 */
export function useWeakPasswordText(): (error: AuthError) => string | undefined {
  const { t } = useTranslation('identity');
  return useCallback(
    (error: AuthError) => {
      if (error.code !== 'weak_password') return undefined;
      return (error.reasons ?? []).map((reason) => t(`weak_password.${reason as Reason}`)).join(' ');
    },
    [t],
  );
}

export type Answer<T> = { data: T | null; error: unknown };

/** Runs a call of the auth client. If the connection is lost, the result is an error with status 0. */
export async function ask<T>(
  call: (auth: AuthClient) => Promise<Answer<T>>,
): Promise<{ data: T | null; error: AuthError | null }> {
  try {
    const { data, error } = await call(await authClient());
    return { data, error: error as AuthError | null };
  } catch {
    return { data: null, error: { status: 0 } };
  }
}
