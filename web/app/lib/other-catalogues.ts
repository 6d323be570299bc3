/**
 * The translations in the languages that the public site does not have. Visitors load this list only on pages that a
 * link in an email opens.
 */
export const otherCatalogues = import.meta.glob<Record<string, string>>(
  ['../../../messages/*/*.json', '!../../../messages/{en,fr}/*.json', '!../../../messages/*/moderator-reasons.json'],
  { import: 'default' },
);
