import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../messages');
const read = (language: string, file: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, language, file), 'utf8'));

/** 24, 48 or 72 hours, or as many as the sentence is given, in any of the eleven languages. */
const inHours =
  /(?:\b(?:24|48|72)|[٢٤٧٨]{2}|\{\{hours\}\})[\s\u00a0\u202f-]*(?:h\b|hours?|heures?|Std|Stunden|horas|ore\b|ч\b|час|小时|時間|시간|ساعة)/;

/** Hours of something else: links, requests, countdowns, and the statistics of the team. */
const isOfSomethingElse =
  /^(?:admin|identity):|^mail:(?:case_reopening|email_change)|^studio:(?:reopening|time)|^appointments:offer|^ui:countdown|^legal:security\.7/;

/** The heading of the column says the plan. */
const isUnderItsPlan = /^billing:plan\.(?:free|essential|plus|elite)\.\d$/;

/** Sentences of a language that state a delivery time, and say neither themselves nor in the sentence after them for which plan. */
function unexplained(language: string, change: (domain: string, words: Record<string, string>) => void = () => {}) {
  const names = ['free', 'essential', 'plus', 'elite'].map(
    (plan) => read(language, 'billing.json')[`plan.${plan}`] ?? '',
  );
  const saysPlan = (words = '') =>
    ['{{plan}}', ...names, 'gratuit'].some((name) => words.toLowerCase().includes(name.toLowerCase()));
  return readdirSync(join(folder, language)).flatMap((file) => {
    const domain = file.replace('.json', '');
    const words = read(language, file);
    change(domain, words);
    return Object.entries(words)
      .filter(([key, sentence]) => inHours.test(sentence) && !isOfSomethingElse.test(`${domain}:${key}`))
      .filter(([key, sentence]) => {
        const after = key.replace(/\.figure$/, '');
        return !(isUnderItsPlan.test(`${domain}:${key}`) || saysPlan(sentence) || saysPlan(words[`${after}.plan`]));
      })
      .map(([key]) => `${domain}:${key}`);
  });
}

test.each(readdirSync(folder))('every delivery time in %s says from which plan it comes', (language) =>
  expect(unexplained(language)).toEqual([]),
);

test('a delivery time without its plan would be found', () => {
  const withoutPlan = unexplained('en', (domain, words) => {
    if (domain === 'site') words['hero.time.plan'] = 'Usually earlier';
    if (domain === 'case') words['due_text'] = 'We deliver within 48 hours.';
  });
  expect(withoutPlan).toEqual(['case:due_text', 'site:hero.time']);
});
