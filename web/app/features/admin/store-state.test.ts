import { expect, test } from 'vitest';
import { isStoreWell } from './store-state.ts';

const now_ms = Date.parse('2026-11-22T08:00:00Z');
const well = { is_reachable: true, free_bytes: 40, total_bytes: 100, last_backup_at: '2026-11-22T02:00:00Z' };

test.each([
  ['all is as it should be', {}, true],
  ['the store does not answer', { is_reachable: false }, false],
  ['less than a tenth is free', { free_bytes: 9 }, false],
  ['the store has no end', { free_bytes: null, total_bytes: null }, true],
  ['the last backup is two days old', { last_backup_at: '2026-11-20T07:59:00Z' }, false],
  ['backups are made elsewhere', { last_backup_at: null }, true],
])('whether the store counts as healthy: %s', (_case, over, expected) => {
  expect(isStoreWell({ ...well, ...over }, now_ms)).toBe(expected);
});
