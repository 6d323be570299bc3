/** The addresses of the catalogues that only the signed-in area has: a visitor does not load even the list. */
export const otherCatalogues = import.meta.glob<Record<string, string>>(
  ['../../../messages/*/*.json', '!../../../messages/{en,fr}/*.json'],
  { import: 'default' },
);
