import { expect, test } from 'vitest';
import { formatters } from './format.ts';

test('money has no decimals if the cents are zero, and two decimals otherwise', () => {
  expect(formatters('en').money(14_300)).toBe('€143');
  expect(formatters('en').money(145_950)).toBe('€1,459.50');
  expect(formatters('fr').money(145_900)).toBe('1\u202f459\u00a0€');
});

test('dates follow the language of the page', () => {
  const moment = '2026-10-12T12:20:00Z';
  expect(formatters('en').date(moment)).toBe('12 Oct 2026');
  expect(formatters('fr').date(moment)).toBe('12 oct. 2026');
});

test('a day without a time stays the same day west of Greenwich', () => {
  const zone = process.env.TZ;
  process.env.TZ = 'America/Los_Angeles';
  expect(formatters('pt').date('2026-10-12')).toBe('12 de out. de 2026');
  expect(formatters('pt').date('2026-10-12T02:00:00Z')).toBe('11 de out. de 2026');
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test('the time since a moment follows the language of the page', () => {
  expect(formatters('en').ago(3, 'minutes')).toBe('3 min ago');
  expect(formatters('fr').ago(1, 'hours')).toBe('il y a 1\u00a0h');
  expect(formatters('de').ago(2, 'days')).toBe('vor 2 Tagen');
  expect(formatters('ar').ago(3, 'days')).toBe('قبل 3 أيام');
});

test('a short list has the commas of its language', () => {
  expect(formatters('fr').commas(['Laser', 'Paris'])).toBe('Laser, Paris');
  expect(formatters('ar').commas(['تقشير', 'Nantes'])).toBe('تقشير، Nantes');
  expect(formatters('zh').commas(['激光', 'Paris'])).toBe('激光、Paris');
});
