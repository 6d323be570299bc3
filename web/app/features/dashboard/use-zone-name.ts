import { useMemo } from 'react';
import { useReadingLanguage } from '#web/lib/reading-language.ts';

/**
 * Returns the reader's time zone in everyday words, for example 'Central European Time' or 'heure d’Europe centrale'.
 */
export function useZoneName(): string {
  const language = useReadingLanguage();
  return useMemo(() => {
    const parts = new Intl.DateTimeFormat(language, { timeZoneName: 'longGeneric' }).formatToParts();
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  }, [language]);
}
