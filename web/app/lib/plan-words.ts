import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { regions } from '#contract/languages.ts';
import type { Words } from '#contract/plan-words.ts';
import { useReadingLanguage } from './reading-language.ts';

/** Returns the texts and formats that `#contract/plan-words.ts` needs, in the reader's language. */
export function usePlanWords() {
  const { t } = useTranslation('treatment-plan');
  const reader = useReadingLanguage();
  return useMemo(() => {
    const region = regions[reader];
    const words: Words = { say: (key, values) => t(key as 'session', values as { number: number }), region };
    const number = new Intl.NumberFormat(region, { maximumFractionDigits: 2 });
    return {
      words,
      reader,
      /** Formats a sum of doses, such as '5.5 mL'. */
      amount: (value: number, unit: 'units' | 'mL' | 'percent') =>
        `${number.format(value)}\u00a0${words.say(`unit.${unit}`)}`,
    };
  }, [t, reader]);
}
