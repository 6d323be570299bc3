import { expect, test } from 'vitest';
import { dateFormat } from './dates.ts';
import type { ReadingLanguage } from './languages.ts';

const written = (language: ReadingLanguage, options: Intl.DateTimeFormatOptions, day: string, last?: string) => {
  const format = dateFormat(language, { ...options, timeZone: 'UTC' });
  return last ? format.formatRange(new Date(day), new Date(last)) : format.format(new Date(day));
};

const short = { day: 'numeric', month: 'short' } as const;
const long = { dateStyle: 'long' } as const;
const full = { dateStyle: 'full', timeStyle: 'short' } as const;

test.each([
  ['1er déc.', short, '2026-12-01'],
  ['11 déc.', short, '2026-12-11'],
  ['21 août', short, '2026-08-21'],
  ['1er août 2026', long, '2026-08-01'],
  ['vendredi 1er janvier 2027 à 01:00', full, '2027-01-01T01:00Z'],
  ['mercredi 2 décembre 2026 à 01:00', full, '2026-12-02T01:00Z'],
])('a date in French is written as %s', (text, options, day) => expect(written('fr', options, day)).toBe(text));

test('a French range from the first of a month begins with 1er', () => {
  expect(written('fr', long, '2026-12-01', '2026-12-07')).toBe('1er–7 décembre 2026');
  expect(written('fr', long, '2026-12-11', '2026-12-17')).toBe('11–17 décembre 2026');
  expect(written('fr', short, '2026-11-25', '2026-12-01')).toBe('25 nov.\u2009–\u20091er déc.');
});

test('dates in English and Spanish stay as Intl writes them', () => {
  expect(written('en', short, '2026-12-01')).toBe('1 Dec');
  expect(written('es', long, '2026-12-01')).toBe('1 de diciembre de 2026');
});
