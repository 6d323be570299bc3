import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../messages');
const read = (language: string, file: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, language, file), 'utf8'));

/** Matches 24, 48 or 72 hours, or `{{hours}}`, in any of the eleven languages. */
const inHours =
  /(?:\b(?:24|48|72)|[٢٤٧٨]{2}|\{\{hours\}\})[\s\u00a0\u202f-]*(?:h\b|hours?|heures?|Std|Stunden|horas|ore\b|ч\b|час|小时|時間|시간|ساعة)/;

/** Keys whose hours are not delivery times, but for example those of a link, an offer or an incident. */
const isOfSomethingElse =
  /^(?:admin|identity|incidents):|^mail:(?:case_reopening|email_change)|^studio:(?:reopening|time)|^appointments:offer|^ui:countdown|^legal:security\.7/;

/** Keys of sentences in a column with the plan's name as its heading. */
const isUnderItsPlan = /^billing:plan\.(?:free|essential|plus|elite)\.\d$/;

/**
 * Returns the keys of the sentences that state a delivery time without naming the plan. A sentence is left out if the
 * heading of its column names the plan. It is also left out if its companion names the plan: `footer.delivery.plan` is
 * the companion of `footer.delivery`.
 */
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

test.each(readdirSync(folder))('every delivery time in %s names its plan', (language) =>
  expect(unexplained(language)).toEqual([]),
);

test('the check finds a sentence with a delivery time that does not name the plan', () => {
  const withoutPlan = unexplained('en', (domain, words) => {
    if (domain === 'site') words['hero.time.plan'] = 'Usually earlier';
    if (domain === 'case') words['due_text'] = 'We deliver within 48 hours.';
  });
  expect(withoutPlan).toEqual(['case:due_text', 'site:hero.time']);
});
