/** The files with translations that only signed-in people load. Visitors do not load this list. */
export const otherCatalogues = import.meta.glob<Record<string, string>>(
  ['../../../messages/*/*.json', '!../../../messages/{en,fr}/*.json', '!../../../messages/*/moderator-reasons.json'],
  { import: 'default' },
);
