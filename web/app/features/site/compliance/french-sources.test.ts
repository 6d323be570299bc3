import { expect, test } from 'vitest';
import { otherRules, type RegionRules, RuledCountries, rulesOf } from '#contract/regions.ts';
import { inFrench } from './french-sources.ts';

const shownOf = ({ show, reflection, age, authorities }: RegionRules): string[] => [
  ...Object.values(show).map(({ source }) => source),
  reflection.source,
  age.source,
  ...Object.values(authorities),
];

/**
 * English words that a French page must not contain. Names of laws are exempt if the country writes its laws in
 * English.
 */
const english = /\b(no|not|the|of|and|to|or|never|only|with|for|time|until|within)\b/;
const writtenInEnglish = new Set(['GB', 'US', 'AE', 'CA']);

test('the French report contains no remark in English', () => {
  const rows = [otherRules, ...RuledCountries.filter((country) => !writtenInEnglish.has(country)).map(rulesOf)];
  expect(
    rows
      .flatMap(shownOf)
      .map(inFrench)
      .filter((line) => english.test(line)),
  ).toEqual([]);
  expect(inFrench(rulesOf('FR').show.testimonials.source)).toBe(
    'Code de la santé publique, art. R4127-19-1, I : pas de témoignages de tiers',
  );
  expect(inFrench(rulesOf('GB').age.source)).toBe(rulesOf('GB').age.source);
});
