import { expect, test } from 'vitest';
import { sentencesOf } from './sentences.ts';

const { text, counted } = sentencesOf(
  { greeting: '{{name}} wrote: {{text}}', days_one: '{{count}} day', days_other: '{{count}} days' },
  'en',
);

test('a value is inserted into a sentence unchanged, even if it looks like a placeholder', () => {
  expect(text('greeting', { name: '{{text}}', text: '$& costs $1' })).toBe('{{text}} wrote: $& costs $1');
});

test('a sentence with a number has the plural form for this number', () => {
  expect([counted('days', 1), counted('days', 2)]).toEqual(['1 day', '2 days']);
});
