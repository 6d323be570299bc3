import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface City {
  readonly name: string;
  /** The country code of ISO 3166-1. */
  readonly country: string;
  /** Latitude and longitude in degrees. */
  readonly lat: number;
  readonly lon: number;
}

/**
 * Maps other names of cities to the names in the list. All names have the form that `cityKey` returns.
 */
const otherNames: Readonly<Record<string, string>> = {
  bruxelles: 'brussels',
  brussel: 'brussels',
  anvers: 'antwerpen',
  antwerp: 'antwerpen',
  gand: 'gent',
  ghent: 'gent',
  louvain: 'leuven',
  courtrai: 'kortrijk',
  malines: 'mechelen',
  bale: 'basel',
  berne: 'bern',
  geneva: 'geneve',
  genf: 'geneve',
  lucerne: 'luzern',
  saintgall: 'sanktgallen',
  soleure: 'solothurn',
  quebeccity: 'quebec',
  londres: 'london',
  newyork: 'newyorkcity',
  francfort: 'frankfurtammain',
  cologne: 'koeln',
  munich: 'muenchen',
};

/**
 * Reduces a name to its letters without accents, so that `Saint-Étienne`, `st etienne` and `SAINT ETIENNE` have the
 * same key.
 */
export const cityKey = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll(/\b(st|ste)\b/g, (short) => (short === 'st' ? 'saint' : 'sainte'))
    .replaceAll(/[^\p{L}]/gu, '');

// Cities of GeoNames (CC BY 4.0), the largest first. `tools/cities` generates the file.
const cities: readonly (City & { key: string })[] = readFileSync(join(import.meta.dirname, 'data/cities.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [name = '', country = '', lat, lon] = line.split('\t');
    return { name, country, lat: Number(lat), lon: Number(lon), key: cityKey(name) };
  });
const byKey = new Map<string, City[]>();
for (const city of cities) byKey.set(city.key, [...(byKey.get(city.key) ?? []), city]);

/**
 * Finds the largest city with this name, in one country if `country` is given. The search ignores accents, hyphens,
 * capitals and the number of a district, as in "Lyon 3e". If `text` is the city's name in another language, such as
 * Bruxelles, the result uses the name from `text`.
 */
export function findCity(text: string, country?: string): City | undefined {
  const name = text.trim().replace(/\s+(\d+\s*(er|ère|e|ème)?)$/i, '');
  const key = cityKey(name);
  const other = otherNames[key];
  const isOf = (city: City): boolean => !country || city.country === country;
  const found = byKey.get(other ?? key)?.find(isOf);
  return found && other ? { ...found, name: name.charAt(0).toLocaleUpperCase() + name.slice(1) } : found;
}

export function suggestCities(text: string, most: number): City[] {
  const key = cityKey(text);
  if (!key) return [];
  const other = Object.entries(otherNames).filter(([name]) => name.startsWith(key));
  const named = other.flatMap(([, target]) => byKey.get(target)?.slice(0, 1) ?? []);
  const found = new Set([...named, ...cities.filter((city) => city.key.startsWith(key))]);
  return [...found].slice(0, most);
}
