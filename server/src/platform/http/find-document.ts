import type { Site, SiteFile } from './site.ts';

/** Patterns of paths, each with the path of its document. */
type Pages = readonly (readonly [RegExp, string])[];

export interface Documents {
  /** Returns the built document for a path, in the language of the path. */
  of(path: string): SiteFile | undefined;
  /** Returns whether the document of a path differs by the reader's language. */
  isTranslated(path: string): boolean;
  /**
   * Returns the document for a path in the reader's language (`PageVisit.readingLanguage`). Undefined if there is none.
   */
  inLanguage(path: string, language: string): SiteFile | undefined;
}

/** Creates the lookup of built documents by path and by the reader's language. */
export function documentFinder(site: Site): Documents {
  const own = documentsOf(site.documents);
  const translations = new Map(
    Object.entries(site.translations).map(([language, documents]) => [language, documentsOf(documents)]),
  );
  const find = (documents: Pages, path: string): SiteFile | undefined => {
    const page = documents.find(([pattern]) => pattern.test(path))?.[1];
    return page === undefined ? undefined : site.files.get(`${page}/index.html`);
  };
  // All languages have the same patterns, so the map has each pattern once.
  const translated = new Map([...translations.values()].flat().map(([pattern]) => [pattern.source, pattern]));
  return {
    of: (path) => find(own, path),
    isTranslated: (path) => [...translated.values()].some((pattern) => pattern.test(path)),
    inLanguage: (path, language) => find(translations.get(language) ?? [], path),
  };
}

const documentsOf = (documents: Readonly<Record<string, string>>): Pages =>
  Object.entries(documents).map(([pattern, page]) => [toRegExp(pattern), page] as const);

/** Turns a pattern into a regular expression. `:name` matches one part of a path. */
export const toRegExp = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : RegExp.escape(part)))
      .join('/')}$`,
  );
