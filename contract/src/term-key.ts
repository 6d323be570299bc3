/**
 * Key of a name in `messages/<language>/terms.json`. 'Aesthetic medicine' and 'aesthetic_medicine' have the same key. Accounts from before there were
 * codes have a speciality as an administrator typed it, and members type topics: readers see them as written if the catalogue has no such key.
 */
export const termKey = (kind: 'speciality' | 'topic', written: string): string =>
  `${kind}.${written
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')}`;
