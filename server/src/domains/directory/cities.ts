import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface City {
  readonly name: string;
  /** ISO 3166-1. */
  readonly country: string;
  /** Degrees. */
  readonly lat: number;
  readonly lon: number;
}

/** English and French names that differ from the list's. */
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

/** Letters alone, without accents: `Saint-Étienne`, `st etienne` and `SAINT ETIENNE` are one place. */
export const cityKey = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll(/\b(st|ste)\b/g, (short) => (short === 'st' ? 'saint' : 'sainte'))
    .replaceAll(/[^\p{L}]/gu, '');

// GeoNames, CC BY 4.0; tools/cities says how the list is made. Largest first.
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
 * The largest city of this name, ignoring accents, hyphens and capitals; limited to one country if it is given. The
 * number of a district is left out. A search for Bruxelles gets the name Bruxelles, even if the list spells it
 * differently.
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
