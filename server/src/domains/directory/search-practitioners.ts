import { type DirectoryEntry, DirectoryLimits, type DirectoryPin, type DirectorySearch } from '#contract/directory.ts';
import type { Context } from '#server/platform/context.ts';
import { type City, findCity } from './cities.ts';
import { listPoints, listShown, type PlaceRow, placesOf, type ProfileRow } from './directory.queries.ts';
import { distanceKm, mapOf, project } from './map.ts';

/** A practitioner in the result of a search, with their places and the distance to the nearest place. */
interface Found {
  readonly profile: ProfileRow;
  readonly places: readonly PlaceRow[];
  readonly distance_km: number | null;
}

interface SearchResult {
  /** Undefined if the search names no city, or an unknown city. */
  readonly city: City | undefined;
  readonly found: readonly Found[];
}

type Point = Awaited<ReturnType<typeof listPoints>>[number];

/**
 * A pin that is closer to the searched city than this many degrees (about five kilometres) is marked as being in that
 * city. This is not a search radius.
 */
const SAME_CITY = 0.05;

/** Returns the practitioners that match a search, the pins of the maps, and the cities to choose from. */
export async function searchDirectory(ctx: Context, search: DirectorySearch) {
  const { city, found } = await searchPractitioners(ctx, search);
  const points = await listPoints(ctx.db, search);
  return {
    city: city?.name ?? null,
    country: city?.country ?? null,
    practitioners_count: found.length,
    practitioners: found.slice(0, DirectoryLimits.page).map(toEntry),
    pins: points.flatMap((point) => pinOf(point, city)),
    cities: [...new Set(points.flatMap(({ cities }) => cities))].sort(),
  };
}

/**
 * Finds practitioners, sorted by their distance from the city. If the search names no city or an unknown city, they are
 * sorted by name. A known city is included in the result.
 */
async function searchPractitioners(ctx: Context, search: DirectorySearch): Promise<SearchResult> {
  const profiles = await listShown(ctx.db, search);
  const places = await placesOf(
    ctx.db,
    profiles.map(({ user_id }) => user_id),
  );
  const city = search.city ? findCity(search.city) : undefined;
  const found = profiles.map((profile) => fromCity(profile, places.get(profile.user_id) ?? [], city));
  if (city) found.sort((one, other) => (one.distance_km ?? Infinity) - (other.distance_km ?? Infinity));
  return { city, found };
}

/** Sorts the places of a practitioner by their distance from the city, and adds the distance of the nearest place. */
function fromCity(profile: ProfileRow, places: readonly PlaceRow[], city: City | undefined): Found {
  if (!city) return { profile, places, distance_km: null };
  const away = places
    .map((place) => ({ place, km: distanceKm(city, { lat: place.latitude, lon: place.longitude }) }))
    .sort((one, other) => one.km - other.km);
  const nearest = away[0];
  return {
    profile,
    places: away.map(({ place }) => place),
    distance_km: nearest ? Math.round(nearest.km) : null,
  };
}

/**
 * Returns the pin of a point with the number of matching practitioners there. Returns no pin if that number is zero, or
 * if no map shows the point.
 */
function pinOf({ latitude, longitude, city, count }: Point, searched: City | undefined): DirectoryPin[] {
  const map = mapOf(latitude, longitude);
  if (!map || city === null) return [];
  const [x, y] = project(map, latitude, longitude);
  const is_here = searched !== undefined && Math.hypot(searched.lat - latitude, searched.lon - longitude) < SAME_CITY;
  return [{ map, point: pointOf({ latitude, longitude }), city, count, x, y, is_here }];
}

export const toEntry = ({ profile, places, distance_km }: Found): DirectoryEntry => ({
  slug: profile.slug,
  name: profile.name,
  specialities: profile.specialities,
  languages: profile.languages,
  registration_number: profile.registration_number,
  registration_body: profile.registration_body,
  verified_at: (profile.verified_at ?? profile.updated_at).toISOString(),
  places: places.map((place) => ({ ...toPractice(place), point: pointOf(place) })),
  distance_km,
});

/** Returns a key of the position. All places in one city have the same key. */
const pointOf = ({ latitude, longitude }: Pick<PlaceRow, 'latitude' | 'longitude'>): string =>
  `${latitude},${longitude}`;

export const toPractice = ({ name, street, postal_code, city, country }: PlaceRow) => ({
  name,
  street,
  postal_code,
  city,
  country,
});
