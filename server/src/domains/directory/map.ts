import { MapFrames, type MapName } from '#contract/directory.ts';

/**
 * Returns the Mercator ordinate of a latitude. Its unit is one degree at the equator, so that x and y have the same
 * scale.
 */
const stretched = (lat: number): number => (Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) * 180) / Math.PI;

/**
 * Returns the position of a geographic point on a map, in the map's units. x increases to the right, and y downwards.
 */
export function project(map: MapName, lat: number, lon: number): [x: number, y: number] {
  const { west, north, scale } = MapFrames[map];
  return [(lon - west) * scale, (stretched(north) - stretched(lat)) * scale];
}

/** Returns the map that shows the point, or undefined if no map does. */
export function mapOf(lat: number, lon: number): MapName | undefined {
  return (Object.keys(MapFrames) as MapName[]).find((map) => {
    const { width, height } = MapFrames[map];
    const [x, y] = project(map, lat, lon);
    return x >= 0 && x <= width && y >= 0 && y <= height;
  });
}

const EARTH_KM = 6371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Returns the great-circle distance in kilometres (haversine formula). */
export function distanceKm(from: { lat: number; lon: number }, to: { lat: number; lon: number }): number {
  const h =
    Math.sin(radians(to.lat - from.lat) / 2) ** 2 +
    Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(radians(to.lon - from.lon) / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.sqrt(h));
}
