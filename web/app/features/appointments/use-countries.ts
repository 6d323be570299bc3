import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FallbackCountries } from '#contract/appointments.ts';
import { api } from '#web/lib/api.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';

/** All countries by name in the reader's language; five of them when the list does not come. */
export function useCountries() {
  const { t } = useTranslation('appointments');
  const language = useReadingLanguage();
  const { data } = useQuery(
    api.appointments.listCountries.queryOptions({ input: { language }, staleTime: Number.POSITIVE_INFINITY }),
  );
  return data ?? FallbackCountries.map((code) => ({ code, name: t(`country_${code}`) }));
}
