import { useMemo } from 'react';
import { useReadingLanguage } from '#web/lib/reading-language.ts';

/** The reader's time zone in everyday words: 'Central European Time', 'heure d’Europe centrale'. */
export function useZoneName(): string {
  const language = useReadingLanguage();
  return useMemo(() => {
    const parts = new Intl.DateTimeFormat(language, { timeZoneName: 'longGeneric' }).formatToParts();
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  }, [language]);
}
