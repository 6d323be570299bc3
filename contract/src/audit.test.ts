import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AuditKinds } from './audit.ts';
import { ReadingLanguages } from './languages.ts';

const wordsOf = (language: string): Record<string, string> => {
  const file = join(import.meta.dirname, '../../messages', language, 'account.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
};

// The compiler rejects code that writes an entry of a kind that is missing in `AuditKinds`, so the list is complete.
// This test checks that each kind has a message.
test.each(ReadingLanguages)('trust 7: the access log describes every kind of entry in %s', (language) => {
  const words = wordsOf(language);
  const said = AuditKinds.map((kind) => words[`access.${kind}`]);
  expect(AuditKinds.filter((_, at) => !said[at])).toEqual([]);
  expect(said).not.toContain(words['access.other']);
  expect(new Set(said).size).toBe(AuditKinds.length);
});
