import { useMemo } from 'react';
import { type ReadingLanguage, regions } from '#contract/languages.ts';
import { useReadingLanguage } from './reading-language.ts';

type Moment = string | number | Date;

/** Dates, numbers and money as a reader of the language writes them. Instants come as ISO texts from the wire. */
export function formatters(language: ReadingLanguage) {
  const region = regions[language];
  const date = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(region, options);
    return (moment: Moment) => format.format(new Date(moment));
  };
  const number = new Intl.NumberFormat(region);
  return {
    /** 12 Oct 2026 */
    date: date({ day: 'numeric', month: 'short', year: 'numeric' }),
    /** 12 Oct */
    day: date({ day: 'numeric', month: 'short' }),
    /** Sunday 22 November */
    longDay: date({ weekday: 'long', day: 'numeric', month: 'long' }),
    /** 14:20 */
    time: date({ hour: '2-digit', minute: '2-digit' }),
    /** Sun 14:20, for moments of this week */
    weekTime: date({ weekday: 'short', hour: '2-digit', minute: '2-digit' }),
    /** 12 Oct 2026, 14:20 */
    dateTime: date({ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' }),
    number: (value: number) => number.format(value),
    /** No decimals when the cents are zero, two otherwise. */
    money(cents: number, currency = 'EUR') {
      const digits = cents % 100 === 0 ? 0 : 2;
      const options = {
        style: 'currency',
        currency,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      } as const;
      return new Intl.NumberFormat(region, options).format(cents / 100);
    },
    percent: (share: number) => new Intl.NumberFormat(region, { style: 'percent' }).format(share),
  };
}

export type Formatters = ReturnType<typeof formatters>;

export function useFormat(): Formatters {
  const language = useReadingLanguage();
  return useMemo(() => formatters(language), [language]);
}
