import { useLocale } from '#web/lib/locale.tsx';

/** The ISO 3166-1 codes of the countries in which a place can be. */
const codes =
  'FR BE CH LU MC DE AT ES IT PT NL DK SE NO FI IE GB PL CZ GR TR IL LB MA TN AE SA QA US CA AU NZ JP KR SG'.split(' ');

/** Returns countries sorted by their names in the language of the page. `other` is always included. */
export function useCountries(other: string): { code: string; name: string }[] {
  const locale = useLocale();
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return [...new Set([...codes, other])]
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, next) => one.name.localeCompare(next.name, locale));
}
