import { ORPCError } from '@orpc/client';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

export interface Refusal {
  code: string;
  data: unknown;
}

/** The service's expected no, or nothing when the error is a fault or a lost connection. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof ORPCError) || error.status >= 500) return undefined;
  return { code: error.code, data: error.data };
}

/** One sentence for any error, in the reader's language. Values of the refusal's data may appear in it. */
export function useErrorText(): (error: unknown) => string {
  const { i18n, t } = useTranslation(['ui', 'errors']);
  return useCallback(
    (error: unknown) => {
      const refusal = refusalOf(error);
      if (!refusal) return error instanceof TypeError ? t('fault.connection') : t('fault.short');
      const values = typeof refusal.data === 'object' ? (refusal.data as Record<string, unknown>) : {};
      const key = `errors:${refusal.code}`;
      // Codes come from the wire, so they cannot be typed keys.
      const say = i18n.t as (key: string, values: Record<string, unknown>) => string;
      return i18n.exists(key) ? say(key, values ?? {}) : t('fault.short');
    },
    [i18n, t],
  );
}
