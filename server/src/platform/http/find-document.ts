import type { Site, SiteFile } from './site.ts';

/** Pattern of addresses, and the document that answers for them. */
type Pages = readonly (readonly [RegExp, string])[];

export interface Documents {
  /** The built document for an address, in the language of the address. */
  of(path: string): SiteFile | undefined;
  /** Whether the answer differs between readers. */
  isTranslated(path: string): boolean;
  /** The document for readers of another language. Undefined if there is none. */
  inLanguage(path: string, language: string): SiteFile | undefined;
}

/** Finds documents of the build by address, and by the language of the reader. */
export function documentFinder(site: Site): Documents {
  const templates = documentsOf(site.templates);
  const translations = new Map(
    Object.entries(site.translations).map(([language, documents]) => [language, documentsOf(documents)]),
  );
  const find = (documents: Pages, path: string): SiteFile | undefined => {
    const page = documents.find(([pattern]) => pattern.test(path))?.[1];
    return page === undefined ? undefined : site.files.get(`${page}/index.html`);
  };
  // Languages have the same pages, so each pattern is compiled once.
  const translated = new Map([...translations.values()].flat().map(([pattern]) => [pattern.source, pattern]));
  return {
    of: (path) => find(templates, path),
    isTranslated: (path) => [...translated.values()].some((pattern) => pattern.test(path)),
    inLanguage: (path, language) => find(translations.get(language) ?? [], path),
  };
}

const documentsOf = (documents: Readonly<Record<string, string>>): Pages =>
  Object.entries(documents).map(([pattern, page]) => [toRegExp(pattern), page] as const);

/** `:name` in a pattern is one part of the address. */
export const toRegExp = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : RegExp.escape(part)))
      .join('/')}$`,
  );
