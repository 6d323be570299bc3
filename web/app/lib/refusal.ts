import { ORPCError } from '@orpc/client';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { isConnectionLost } from './connection.ts';

export interface Refusal {
  code: string;
  data: unknown;
}

/** Returns the refusal that an error contains, or undefined if the error is a fault or a lost connection. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof ORPCError) || error.status >= 500) return undefined;
  return { code: error.code, data: error.data };
}

/**
 * Returns a function that describes any error in one sentence, in the reader's language. The sentence may contain
 * values of the refusal's data. `fault` is used if the service failed without a reason. The sentences of refusals are
 * loaded with the first refusal (`lib/api.ts`), because most visits have none.
 */
export function useErrorText(): (error: unknown, fault?: string) => string {
  const { i18n, t } = useTranslation('ui');
  return useCallback(
    (error: unknown, fault = t('fault.short')) => {
      const refusal = refusalOf(error);
      if (!refusal) return isConnectionLost(error) ? t('fault.connection') : fault;
      const values = typeof refusal.data === 'object' ? (refusal.data as Record<string, unknown>) : {};
      const key = `errors:${refusal.code}`;
      // The codes come from the service, so TypeScript does not know the keys.
      const say = i18n.t as (key: string, values: Record<string, unknown>) => string;
      // A refusal because of a limit has a sentence for each limit. Its key is `CODE_limit`.
      const said = typeof values?.limit === 'string' ? { ...values, context: values.limit } : (values ?? {});
      return i18n.exists(key, said) ? say(key, said) : fault;
    },
    [i18n, t],
  );
}
