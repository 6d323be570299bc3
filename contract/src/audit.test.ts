import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AuditKinds } from './audit.ts';
import { ReadingLanguages } from './languages.ts';

const wordsOf = (language: string): Record<string, string> => {
  const file = join(import.meta.dirname, '../../messages', language, 'account.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
};

// `AuditKinds` has every kind, because the compiler rejects an entry of any other kind. This test checks that each kind
// has a message.
test.each(ReadingLanguages)('trust 7: the access log describes every kind of entry in %s', (language) => {
  const words = wordsOf(language);
  const said = AuditKinds.map((kind) => words[`access.${kind}`]);
  expect(AuditKinds.filter((_, at) => !said[at])).toEqual([]);
  expect(said).not.toContain(words['access.other']);
  expect(new Set(said).size).toBe(AuditKinds.length);
});
