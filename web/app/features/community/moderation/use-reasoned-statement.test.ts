import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ReadingLanguages } from '#contract/languages.ts';
import { CommunityLimits, ReportReasons } from '#contract/community/terms.ts';
import { type Canned, keptStatement, shownStatement, typedStatement } from './use-reasoned-statement.ts';

const messages = join(import.meta.dirname, '../../../../../messages');
const readyIn = (language: string) =>
  JSON.parse(readFileSync(join(messages, language, 'moderator-reasons.json'), 'utf8')) as Canned;

test('every reason has a prepared statement in every language, and the statement can be sent unchanged', () => {
  for (const language of ReadingLanguages) {
    const ready = readyIn(language);
    expect(Object.keys(ready).toSorted(), language).toEqual([...ReportReasons].toSorted());
    expect(new Set(Object.values(ready)).size, language).toBe(ReportReasons.length);
    for (const text of Object.values(ready)) {
      expect(text.length).toBeGreaterThanOrEqual(CommunityLimits.statement_min);
      expect(text.length).toBeLessThanOrEqual(CommunityLimits.statement_max);
    }
  }
});

test('choosing another reason replaces a prepared statement or an empty field, but never a typed text', () => {
  const ready = readyIn('fr');
  expect(shownStatement(null, 'spam', ready)).toBe(ready.spam);
  expect(typedStatement(ready.spam, 'spam', ready)).toBeNull();
  expect(shownStatement(keptStatement(typedStatement('Mine.', 'spam', ready)), 'other', ready)).toBe('Mine.');
  expect(shownStatement(keptStatement('  '), 'other', ready)).toBe(ready.other);
  // A field that the moderator emptied stays empty until another reason is chosen.
  expect(shownStatement(typedStatement('', 'spam', ready), 'spam', ready)).toBe('');
  expect(shownStatement(null, '', ready)).toBe('');
  expect(shownStatement(null, 'spam', undefined)).toBe('');
});
