/**
 * Returns the key of a name in `messages/<language>/terms.json`. 'Aesthetic medicine' and 'aesthetic_medicine' have the
 * same key. Some names are free text: members type topics, and in old accounts an administrator typed the speciality.
 * If the catalogue does not have the key of such a name, readers see the name as it was typed.
 */
export const termKey = (kind: 'speciality' | 'topic', written: string): string =>
  `${kind}.${written
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')}`;
