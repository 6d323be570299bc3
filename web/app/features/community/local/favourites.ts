import { storedValue } from './stored-value.ts';

const strings = (found: unknown): string[] =>
  Array.isArray(found) ? found.filter((one): one is string => typeof one === 'string') : [];

/** Ids of the communities with a star. They are stored on this device only. */
export const favourites = storedValue('fl.community.favorites', strings);

export function toggleFavourite(id: string) {
  const now = favourites.read();
  favourites.write(now.includes(id) ? now.filter((other) => other !== id) : [...now, id]);
}
