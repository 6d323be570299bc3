import { expect, test } from 'vitest';
import { faultsOf } from './messages.ts';

const faults = (en: Record<string, string>, fr: Record<string, string>): string[] =>
  faultsOf(
    new Map(
      Object.entries({ en, fr }).map(([language, sentences]) => [
        language,
        new Map([['site', new Map(Object.entries(sentences))]]),
      ]),
    ),
  );

test('sentences with the same keys and placeholders in both languages have no fault', () => {
  expect(faults({ hello: 'Hello {{name}}, <0>read</0>' }, { hello: '<0>Lisez</0>, {{ name }}' })).toEqual([]);
});

test('the check names a key that one language lacks, in either direction', () => {
  expect(faults({ a: 'A', b: 'B' }, { b: 'B', c: 'C' })).toEqual([
    'messages/fr/site.json: a is missing.',
    'messages/en/site.json: c is missing.',
  ]);
});

test('the check names a sentence with different placeholders', () => {
  expect(faults({ hello: 'Hello {{name}}' }, { hello: 'Bonjour {{nom}}' })).toEqual([
    'site: hello is filled with different things: {{name}} / {{nom}}.',
  ]);
  expect(faults({ hello: 'Read <0>this</0>' }, { hello: 'Lisez ceci' })).toEqual([
    'site: hello is filled with different things: <0> / nothing.',
  ]);
});

test('plural forms count as one key, and each language needs its own', () => {
  const forms = { days_one: 'A day', days_other: '{{count}} days' };
  expect(
    faults(forms, { days_one: 'Un jour', days_other: '{{count}} jours', days_many: '{{count}} de jours' }),
  ).toEqual([]);
  expect(faults(forms, { days_other: '{{count}} jours' })).toEqual(['messages/fr/site.json: days_one is missing.']);
});

test('Arabic needs six plural forms and Russian three, and a single sentence for all counts is refused', () => {
  const withForms = (language: string, sentences: Record<string, string>) =>
    faultsOf(
      new Map([
        [
          'en',
          new Map([
            [
              'site',
              new Map([
                ['days_one', 'A day'],
                ['days_other', '{{count}} days'],
              ]),
            ],
          ]),
        ],
        [language, new Map([['site', new Map(Object.entries(sentences))]])],
      ]),
    );
  expect(withForms('ar', { days_one: 'يوم', days_other: '{{count}} يوم' })).toEqual(
    ['zero', 'two', 'few', 'many'].map((form) => `messages/ar/site.json: days_${form} is missing.`),
  );
  expect(
    withForms('ru', { days_one: '{{count}} день', days_few: '{{count}} дня', days_other: '{{count}} дня' }),
  ).toEqual(['messages/ru/site.json: days_many is missing.']);
  expect(withForms('ja', { days: '{{count}}日' })).toEqual(['messages/ja/site.json: days_other is missing.']);
});

test('a key that ends in _other requires the other plural forms, and a key that ends in _one alone does not', () => {
  expect(faults({ choice_other: 'Other' }, { choice_other: 'Autre' })).toEqual([
    'messages/en/site.json: choice_one is missing.',
    'messages/fr/site.json: choice_one is missing.',
  ]);
  expect(faults({ step_one: 'First' }, { step_one: 'Premier' })).toEqual([]);
});

test('the check names a sentence that counts and has plural forms in no language', () => {
  const fault = (key: string) => [`site: ${key} counts something and has no plural forms.`];
  expect(faults({ days: '{{count}} days' }, { days: '{{ count }} jours' })).toEqual(fault('days'));
  expect(faults({ days_one: '{{count}} day' }, { days_one: '{{count}} jour' })).toEqual(fault('days_one'));
  expect(faults({ total: 'of {{count_all}}' }, { total: 'sur {{count_all}}' })).toEqual([]);
});

test('the check names an empty sentence and a missing file', () => {
  expect(faults({ a: 'A' }, { a: ' ' })).toEqual(['messages/fr/site.json: a is empty.']);
  expect(
    faultsOf(
      new Map([
        ['en', new Map([['site', new Map([['a', 'A']])]])],
        ['fr', new Map()],
      ]),
    ),
  ).toEqual(['messages/fr/site.json is missing.']);
});

test('a domain is required only in its own languages', () => {
  const one = new Map([['site', new Map([['a', 'A']])]]);
  const catalogues = new Map([
    ['en', one],
    ['fr', one],
    ['de', new Map()],
  ]);
  expect(faultsOf(catalogues, () => ['en', 'fr'])).toEqual([]);
  expect(faultsOf(catalogues, () => ['en', 'fr', 'de'])).toEqual(['messages/de/site.json is missing.']);
  expect(faultsOf(new Map([...catalogues, ['de', one]]), () => ['en', 'fr'])).toEqual([
    'messages/de/site.json is in a language this domain is not written in.',
  ]);
});
