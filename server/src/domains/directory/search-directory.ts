import type { DirectoryPin, DirectorySearch } from '#contract/directory.ts';
import type { Context } from '#server/platform/context.ts';
import { mapOf, project } from './map.ts';
import { pointOf, searchPractitioners, type SearchResult, toEntry } from './search-practitioners.ts';

const EVERYBODY: DirectorySearch = { city: '', speciality: null, language: null };
/** Points count as one city if they are closer than this many degrees, which is about five kilometres. */
const SAME_CITY = 0.05;

/** Returns the practitioners that match a search, the pins of the maps, and the cities to choose from. */
export async function searchDirectory(ctx: Context, search: DirectorySearch) {
  const result = await searchPractitioners(ctx, search);
  const everybody = await searchPractitioners(ctx, EVERYBODY);
  return {
    city: result.city?.name ?? null,
    country: result.city?.country ?? null,
    practitioners: result.found.map(toEntry),
    pins: pinsOf(result),
    cities: [...new Set(everybody.found.flatMap(({ places }) => places.map(({ city }) => city)))].sort(),
  };
}

/** Returns one pin for each city, with the number of practitioners there. */
function pinsOf({ found, city }: SearchResult): DirectoryPin[] {
  const byPoint = Map.groupBy(
    found.flatMap(({ places }) => places),
    pointOf,
  );
  return [...byPoint].flatMap(([point, places]) => {
    const [first] = places;
    const map = first && mapOf(first.latitude, first.longitude);
    if (!map) return [];
    const { latitude, longitude } = first;
    const [x, y] = project(map, latitude, longitude);
    const count = new Set(places.map(({ user_id }) => user_id)).size;
    const is_here = city !== undefined && Math.hypot(city.lat - latitude, city.lon - longitude) < SAME_CITY;
    return [{ map, point, city: first.city, count, x, y, is_here }];
  });
}
