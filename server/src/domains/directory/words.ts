import type { Language } from '#contract/base.ts';
import type { Speciality } from '#contract/directory.ts';
import en from '#messages/en/directory.json' with { type: 'json' };
import fr from '#messages/fr/directory.json' with { type: 'json' };
import enTerms from '#messages/en/terms.json' with { type: 'json' };
import frTerms from '#messages/fr/terms.json' with { type: 'json' };
import { sentencesOf } from '#server/platform/sentences.ts';

const messages = { en, fr } as const;
const terms = { en: enTerms, fr: frTerms } as const;
const locales = { en: 'en-GB', fr: 'fr-FR' } as const;

/** Sentences of the directory for pages that the service fills. */
export function wordsIn(language: Language) {
  const locale = locales[language];
  const languages = new Intl.DisplayNames(locale, { type: 'language' });
  const regions = new Intl.DisplayNames(locale, { type: 'region' });
  const list = new Intl.ListFormat(locale, { type: 'unit', style: 'short' });
  const date = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Europe/Paris',
  });
  const number = new Intl.NumberFormat(locale);
  return {
    ...sentencesOf(messages[language], locale),
    speciality: (code: Speciality): string => terms[language][`speciality.${code}`],
    language: (code: string): string => capital(languages.of(code) ?? code),
    country: (code: string): string => regions.of(code) ?? code,
    /** In one sentence: capitals stay with the first; languages keep theirs in English. */
    list: (items: readonly string[], areNames = false): string =>
      list.format(items.map((item, index) => (index === 0 || (areNames && language === 'en') ? item : small(item)))),
    date: (moment: Date): string => date.format(moment),
    number: (value: number): string => number.format(value),
  };
}
export type Words = ReturnType<typeof wordsIn>;

const small = (word: string): string => word.charAt(0).toLocaleLowerCase() + word.slice(1);
const capital = (word: string): string => word.charAt(0).toLocaleUpperCase() + word.slice(1);
