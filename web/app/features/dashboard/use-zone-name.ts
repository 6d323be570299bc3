import { useMemo } from 'react';
import { useLocale } from '#web/lib/locale.tsx';

/** The reader's time zone as a reader says it: 'Central European Time', 'heure d’Europe centrale'. */
export function useZoneName(): string {
  const locale = useLocale();
  return useMemo(() => {
    const parts = new Intl.DateTimeFormat(locale, { timeZoneName: 'longGeneric' }).formatToParts();
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  }, [locale]);
}
