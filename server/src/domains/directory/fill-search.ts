import {
  DirectorySearch,
  type MapName,
  MapFrames,
  Specialities,
  Speciality,
  SpokenLanguage,
  SpokenLanguages,
} from '#contract/directory.ts';
import type { Language } from '#contract/base.ts';
import type { Context } from '#server/platform/context.ts';
import type { PageData } from '#server/platform/http/page-template.ts';
import type { PageVisit } from '#server/platform/http/pages.ts';
import type { PlaceRow } from './directory.queries.ts';
import { mapOf, project } from './map.ts';
import { type Found, searchPractitioners, type SearchResult } from './search-practitioners.ts';
import { type Words, wordsIn } from './words.ts';

/** What stands in the address; what nobody could have chosen counts as not chosen. */
export function searchOf(query: URLSearchParams): DirectorySearch {
  return DirectorySearch.parse({
    city: (query.get('city') ?? '').trim().slice(0, 80),
    speciality: Speciality.safeParse(query.get('speciality')).data ?? null,
    language: SpokenLanguage.safeParse(query.get('language')).data ?? null,
  });
}

export const profilePath = (language: Language, slug: string): string =>
  `${language === 'fr' ? '/fr' : ''}/practitioners/${slug}`;

/** The list, its form as it was sent, and the pins of the maps. */
export async function fillSearch(ctx: Context, { language, query }: PageVisit): Promise<PageData> {
  const search = searchOf(query);
  const words = wordsIn(language);
  const result = await searchPractitioners(ctx, search);
  const everybody = await searchPractitioners(ctx, { city: '', speciality: null, language: null });
  return {
    search: formOf(search, result, words),
    specialities: choices(Specialities, search.speciality, words.speciality, words),
    languages: choices(SpokenLanguages, search.language, words.language, words),
    cities: [...new Set(everybody.found.flatMap(({ places }) => places.map(({ city }) => city)))].sort(),
    count: words.counted('results.count', result.found.length),
    results: result.found.map((found) => toCard(found, language, words)),
    maps: pinsOf(result, search, language, words),
  };
}

/** The first one asks for nothing. */
const choices = <C extends string>(codes: readonly C[], chosen: C | null, name: (code: C) => string, words: Words) => [
  { code: '', name: words.text('search.any'), is_chosen: chosen === null },
  ...codes.map((code) => ({ code, name: name(code), is_chosen: code === chosen })),
];

const formOf = (search: DirectorySearch, { city }: SearchResult, words: Words): PageData => ({
  city: search.city,
  is_unknown: search.city !== '' && !city,
  from: city ? `${city.name}, ${words.country(city.country)}` : null,
  is_narrowed: search.city !== '' || search.speciality !== null || search.language !== null,
});

const toCard = ({ profile, places, distance_km }: Found, language: Language, words: Words): PageData => ({
  name: profile.name,
  link: profilePath(language, profile.slug),
  specialities: words.list(profile.specialities.map(words.speciality)),
  languages: words.list(profile.languages.map(words.language), true),
  registration: `${profile.registration_body} ${profile.registration_number}`,
  where: [...new Set(places.map(({ city }) => city))].join(' · '),
  points: places.map(pointOf).join(' '),
  distance: distance_km === null ? null : distanceText(distance_km, words),
});

const distanceText = (km: number, words: Words): string =>
  km < 2 ? words.text('results.distanceHere') : words.text('results.distance', { km: words.number(km) });

/** Places of one city have one point. */
const pointOf = ({ latitude, longitude }: PlaceRow): string => `${latitude},${longitude}`;

/** One pin a city, the number in it; it leads to the list from that city. */
function pinsOf({ found, city }: SearchResult, search: DirectorySearch, language: Language, words: Words): PageData {
  const places = found.flatMap(({ places: all }) => all);
  const byPoint = Map.groupBy(places, pointOf);
  const pins = [...byPoint].flatMap(([point, [first, ...others]]) => {
    if (!first) return [];
    const map = mapOf(first.latitude, first.longitude);
    if (!map) return [];
    const [x, y] = project(map, first.latitude, first.longitude);
    const count = new Set([first, ...others].map(({ user_id }) => user_id)).size;
    return {
      map,
      point,
      x: x.toFixed(1),
      y: y.toFixed(1),
      radius: count > 1 ? 17 : 12,
      count: count > 1 ? count : '',
      label: words.counted('map.pin', count, { city: first.city }),
      link: linkTo(first.city, search, language),
      current: city && Math.hypot(city.lat - first.latitude, city.lon - first.longitude) < 0.05 ? 'true' : null,
    };
  });
  const on = (map: MapName) => pins.filter((pin) => pin.map === map);
  return Object.fromEntries((Object.keys(MapFrames) as MapName[]).map((map) => [map, on(map)]));
}

function linkTo(city: string, { speciality, language: spoken }: DirectorySearch, language: Language): string {
  const query = new URLSearchParams({ city });
  if (speciality) query.set('speciality', speciality);
  if (spoken) query.set('language', spoken);
  return `${language === 'fr' ? '/fr' : ''}/practitioners?${query}#results`;
}
