/**
 * Returns the key of a name in `messages/<language>/terms.json`. 'Aesthetic medicine' and 'aesthetic_medicine' have the
 * same key. Old accounts contain the speciality that an administrator typed, and members type topics. If the catalogue
 * has no such key, readers see the typed name.
 */
export const termKey = (kind: 'speciality' | 'topic', written: string): string =>
  `${kind}.${written
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')}`;
