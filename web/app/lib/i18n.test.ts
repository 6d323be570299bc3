import { expect, test } from 'vitest';
import { isolatedIn, startI18n } from './i18n.ts';

const apart = (value: string) => `\u2068${value}\u2069`;

test.each([
  ['rtl', 'Is it painful?', apart('Is it painful?')],
  ['rtl', 'Dr. Hélène Vasseur', apart('Dr. Hélène Vasseur')],
  ['rtl', 'Анна', apart('Анна')],
  ['rtl', 'د. ليلى', 'د. ليلى'],
  ['rtl', '14:00', '14:00'],
  ['rtl', 'https://flaira.example/shared#1', 'https://flaira.example/shared#1'],
  ['ltr', 'د. ليلى', apart('د. ليلى')],
  ['ltr', 'Hélène', 'Hélène'],
] as const)('in a sentence with the direction %s, %s becomes %s', (direction, value, shown) => {
  expect(isolatedIn(direction)(value)).toBe(shown);
});

test('every sentence isolates names in another script, and shows markup as plain text', async () => {
  const words = { ui: { by: '{{name}}' } };
  const arabic = await startI18n('ar', ['ui'], words);
  const english = await startI18n('en', ['ui'], words);
  const say = (i18n: typeof arabic, name: string) =>
    (i18n.t as (key: string, values: object) => string)('ui:by', { name });
  expect(say(arabic, 'Unclear.')).toBe(apart('Unclear.'));
  expect(say(english, '<b>&')).toBe('<b>&');
});
