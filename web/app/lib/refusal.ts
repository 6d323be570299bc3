import { ORPCError } from '@orpc/client';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { isConnectionLost } from './connection.ts';

export interface Refusal {
  code: string;
  data: unknown;
}

/** Returns the refusal in an error. Returns undefined if the error is a fault of the service or a lost connection. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof ORPCError) || error.status >= 500) return undefined;
  return { code: error.code, data: error.data };
}

/** Returns whether the patient must first give the birth date, which `BirthDateStep` asks for. */
export const isBirthDateMissing = (error: unknown): boolean => refusalOf(error)?.code === 'BIRTH_DATE_MISSING';

/**
 * Returns whether an earlier attempt with the same idempotency key but other content has reached the service. This
 * happens if the answer to the earlier attempt was lost.
 */
export function isAlreadySent(error: unknown): boolean {
  const refusal = refusalOf(error);
  if (refusal?.code !== 'INVALID_INPUT') return false;
  const { fields } = refusal.data as { fields: Record<string, string[]> };
  return fields.idempotency_key?.includes('reused') ?? false;
}

/**
 * Returns whether the service does not know the time zone of the request. Often the zone is the device's and has no
 * field on the page, so the usual sentence about fields would not help.
 */
export const isUnknownZone = (data: Readonly<Record<string, unknown>>): boolean =>
  Object.entries((data['fields'] ?? {}) as Record<string, readonly string[]>).some(
    ([name, faults]) => name.endsWith('zone') && !faults.includes('differs'),
  );

/**
 * Returns a function that describes any error in one sentence, in the reader's language. The sentence may contain
 * values from the refusal. `fault` is the sentence for an error without a reason. The sentences for refusals are loaded
 * at the first refusal (`lib/api.ts`), because in most visits nothing is refused.
 */
export function useErrorText(): (error: unknown, fault?: string) => string {
  const { i18n, t } = useTranslation('ui');
  return useCallback(
    (error: unknown, fault = t('fault.short')) => {
      const refusal = refusalOf(error);
      if (!refusal) return isConnectionLost(error) ? t('fault.connection') : fault;
      const values: Record<string, unknown> = typeof refusal.data === 'object' ? { ...refusal.data } : {};
      const key = `errors:${refusal.code}`;
      // The codes come from the service, so TypeScript cannot check the keys.
      const say = i18n.t as (key: string, values: Record<string, unknown>) => string;
      // One code can have several limits, for example for posts and for comments. Each limit has its own sentence, with
      // the key `CODE_limit`.
      const limit = isUnknownZone(values) ? 'zone' : values['limit'];
      const said = typeof limit === 'string' ? { ...values, context: limit } : values;
      return i18n.exists(key, said) ? say(key, said) : fault;
    },
    [i18n, t],
  );
}
