import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isAccepted, readPackages } from './licences.ts';

test('every package has an accepted licence', () => {
  const packages = readPackages(join(import.meta.dirname, '../..'));
  expect(packages.length).toBeGreaterThan(300);
  expect(packages.filter(({ licence }) => !isAccepted(licence))).toEqual([]);
});

test('for OR one accepted licence is enough, and for AND all must be accepted', () => {
  expect(isAccepted('(MIT OR GPL-3.0-only)')).toBe(true);
  expect(isAccepted('Apache-2.0 AND LGPL-3.0-or-later AND MIT')).toBe(true);
  expect(isAccepted('MIT AND GPL-3.0-only')).toBe(false);
  expect(isAccepted('UNKNOWN')).toBe(false);
});
