import { type Language, languages } from '../paths.ts';
import { startI18n } from './i18n.ts';

const catalogues = import.meta.glob<Record<string, string>>('../../../messages/{en,fr}/*.json', {
  import: 'default',
  eager: true,
});

function catalogueOf(language: Language): Record<string, Record<string, string>> {
  const own = Object.entries(catalogues).filter(([file]) => file.includes(`/${language}/`));
  return Object.fromEntries(own.map(([file, messages]) => [file.replace(/^.*\/(.+)\.json$/, '$1'), messages]));
}

let started: Promise<unknown> | undefined;

/** Prerendering cannot wait in the middle of a page, so everything is in memory from the start. */
export function startAllLanguages(): Promise<unknown> {
  started ??= Promise.all(
    languages.map((language) => {
      const ready = catalogueOf(language);
      return startI18n(language, Object.keys(ready), ready);
    }),
  );
  return started;
}
