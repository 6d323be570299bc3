/**
 * Key of a name in `messages/<language>/terms.json`. 'Aesthetic medicine' and 'aesthetic_medicine' have the same key. Old accounts have a speciality as an
 * administrator typed it, and members type topics. If the catalogue lacks the key, readers see the name as it was typed.
 */
export const termKey = (kind: 'speciality' | 'topic', written: string): string =>
  `${kind}.${written
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')}`;
