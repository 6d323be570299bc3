import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';

/** The largest number of providers in the filter. The search field of the list finds the others. */
const MOST_PROVIDERS = 100;

/** Returns the countries, and the providers sorted by name. The chosen provider is always among them. */
export function useFilterChoices(chosenProvider: string) {
  const language = useReadingLanguage();
  const { data: countries = [] } = useQuery(
    api.appointments.listCountries.queryOptions({ input: { language }, staleTime: Number.POSITIVE_INFINITY }),
  );
  const { data: listed } = useQuery(
    api.appointmentsAdmin.adminListProviders.queryOptions({ input: { limit: MOST_PROVIDERS } }),
  );
  const isMissing = !!chosenProvider && !!listed && listed.every(({ id }) => id !== chosenProvider);
  const { data: chosen } = useQuery(
    api.appointmentsAdmin.adminGetProvider.queryOptions({
      input: { provider_id: chosenProvider },
      enabled: isMissing,
    }),
  );
  const providers = [...(listed ?? []), ...(isMissing && chosen ? [chosen.provider] : [])];
  return { countries, providers: providers.toSorted((a, b) => a.name.localeCompare(b.name, language)) };
}
