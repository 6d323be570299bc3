import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emergencyOf } from '#contract/emergency-numbers.ts';
import { ReadingLanguages } from '#contract/languages.ts';
import { otherRules, regionRules, RuledCountries, rulesOf, Shown } from '#contract/regions.ts';
import en from '#messages/en/billing.json' with { type: 'json' };
import fr from '#messages/fr/billing.json' with { type: 'json' };
import { root } from '../run/project.ts';
import { forbiddenIn, wordsOf } from './forbidden-words.ts';

/**
 * The subjects that each region's law allows us to show. This table repeats the rules on purpose, so that lawyers can
 * review them in one place. Change a line only together with its source.
 */
const allowed: Readonly<Record<string, readonly Shown[]>> = {
  FR: ['act_prices'],
  BE: ['act_prices'],
  CH: ['act_prices'],
  LU: ['act_prices'],
  CA: ['act_prices'],
  GB: ['act_prices', 'testimonials'],
  DE: ['act_prices'],
  ES: ['act_prices'],
  IT: ['act_prices'],
  AE: [],
  US: ['act_prices'],
};

test.each(RuledCountries)('the rules of %s allow what the table lists, and each rule names its source', (country) => {
  const { show, reflection, age, languages, authorities } = rulesOf(country);
  expect(Shown.filter((kind) => show[kind].may)).toEqual(allowed[country]);
  for (const { source } of [...Object.values(show), reflection, age, languages])
    expect(source.length).toBeGreaterThan(8);
  expect(Object.values(authorities).every((name) => name.length > 2)).toBe(true);
  expect(age.least).toBeGreaterThanOrEqual(18);
  expect(emergencyOf[country].call.length).toBeGreaterThan(0);
});

test('France has a reflection period of fifteen days, and a country without rules of its own gets the strictest rules', () => {
  expect(regionRules.FR.reflection.days).toBe(15);
  expect(rulesOf('BR')).toBe(otherRules);
  expect(Shown.filter((kind) => otherRules.show[kind].may)).toEqual(['act_prices']);
});

const lawful = (words: typeof en) => [words['plan.essential.lawful'], words['plan.plus.lawful']];

test.each(RuledCountries)('the lawful wording of the plans shows nothing that %s forbids', (country) => {
  for (const text of [...lawful(en), ...lawful(fr as typeof en)]) expect(forbiddenIn(country, text)).toEqual([]);
});

const NAMED = /bot[oó]x|bótox|toxin|ботокс|ボト|보톡|肉毒|بوتوكس/i;
const medicines = ['Botox', 'Baby Botox', 'Full Botox'];

test.each(ReadingLanguages)('the lawful names of treatments name no medicine in %s', (language) => {
  const words = JSON.parse(readFileSync(join(root, 'messages', language, 'appointments.json'), 'utf8'));
  for (const medicine of medicines) {
    expect(words[`treatment.${medicine}`]).toMatch(NAMED);
    expect(words[`treatment.${medicine}.lawful`]).not.toMatch(NAMED);
  }
  const others = Object.keys(words).filter((key) => /^treatment\.[^.]+$/.test(key) && NAMED.test(words[key]));
  expect(others).toEqual(medicines.map((medicine) => `treatment.${medicine}`));
});

test.each([
  [en['plan.essential.4'], 'medicines'],
  [fr['plan.plus.1'], 'medicines'],
  [en['plans.discount'], 'discounts'],
  [fr['plans.discount'], 'discounts'],
  ['Photos avant et après', 'before_after'],
  ['Parrainez une amie', 'rewards'],
  ['Claire, 34, Paris', 'testimonials'],
] as const)('the search for forbidden words finds "%s" in France', (text, kind) => {
  expect(forbiddenIn('FR', text).map(({ shown }) => shown)).toEqual([kind]);
});

test('the search for forbidden words covers the descriptions of a page, but no hidden text and no scripts', () => {
  const page = '<p>1 light session</p><span hidden>1 Botox</span><script>Botox</script><meta content="Dysport">';
  expect(forbiddenIn('FR', wordsOf(page)).map(({ text }) => text)).toEqual([expect.stringContaining('Dysport')]);
});
