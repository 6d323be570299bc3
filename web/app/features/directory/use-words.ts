import { dateFormat } from '#contract/dates.ts';
import { type Language, regions } from '#contract/languages.ts';
import { useTermNames } from '#web/lib/term-names.ts';
import { useLocale } from '#web/lib/locale.tsx';

const made = new Map<Language, Words>();

/** Formats languages, countries, lists and dates for the directory. */
export function wordsIn(language: Language): Words {
  const words = made.get(language) ?? make(language);
  made.set(language, words);
  return words;
}

function make(language: Language) {
  const region = regions[language];
  const languages = new Intl.DisplayNames(region, { type: 'language' });
  const countries = new Intl.DisplayNames(region, { type: 'region' });
  const list = new Intl.ListFormat(region, { type: 'unit', style: 'short' });
  const day = dateFormat(language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Europe/Paris',
  });
  return {
    language: (code: string): string => capital(languages.of(code) ?? code),
    country: (code: string): string => countries.of(code) ?? code,
    /**
     * Joins the items into one phrase. All items but the first get a small first letter. With `areNames`, the items are
     * names of languages, which always have a capital letter in English.
     */
    list: (items: readonly string[], areNames = false): string =>
      list.format(items.map((item, index) => (index === 0 || (areNames && language === 'en') ? item : small(item)))),
    day: (moment: string): string => day.format(new Date(moment)),
  };
}
type Words = ReturnType<typeof make>;

const small = (word: string): string => word.charAt(0).toLocaleLowerCase() + word.slice(1);
const capital = (word: string): string => word.charAt(0).toLocaleUpperCase() + word.slice(1);

export const useWords = () => ({ ...wordsIn(useLocale()), ...useTermNames() });
