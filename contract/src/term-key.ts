/**
 * Returns the key of a name in `messages/<language>/terms.json`. 'Aesthetic medicine' and 'aesthetic_medicine' have
 * the same key. In old accounts, an administrator typed the speciality. Members type topics. If the catalogue does
 * not have the key, readers see the typed name.
 */
export const termKey = (kind: 'speciality' | 'topic', written: string): string =>
  `${kind}.${written
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')}`;
