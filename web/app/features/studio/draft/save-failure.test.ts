import { ORPCError } from '@orpc/client';
import { expect, test } from 'vitest';
import { afterEvent, isBlocked, startSaving } from './autosave.ts';
import { saveFailure } from './save-failure.ts';

const refused = (code: string, status: number, data: unknown = {}) =>
  saveFailure(new ORPCError(code, { status, data }));

test('a save after the end of the session reports that the session has ended, and not that the case is closed', () => {
  const outcome = refused('UNAUTHENTICATED', 401);
  expect(outcome).toEqual({ kind: 'signedOut' });
  expect(refused('CASE_NOT_OPEN', 409)).toEqual({ kind: 'closed' });
});

test('after the end of the session nothing is sent until the page is loaded again', () => {
  const dirty = afterEvent(startSaving(2, null), { kind: 'changed', now: 0 });
  const ended = afterEvent(afterEvent(dirty, { kind: 'sent' }), { kind: 'signedOut' });
  expect(isBlocked(ended)).toBe(true);
  expect(afterEvent(ended, { kind: 'changed', now: 1 }).status).toEqual({ kind: 'signedOut' });
});

test('a save that fails in another way reports the reason', () => {
  expect(refused('DRAFT_OUTDATED', 409)).toEqual({ kind: 'outdated' });
  expect(refused('CASE_TAKEN', 409, { practitioner_name: 'Roy' })).toEqual({ kind: 'taken', by: 'Roy' });
  expect(refused('CLINICAL_DATASET_OUTDATED', 409)).toEqual({ kind: 'dataset' });
  expect(saveFailure(new TypeError('Failed to fetch'))).toEqual({ kind: 'unreachable', isUnknown: true });
  expect(refused('RATE_LIMITED', 429, { retry_after_s: 60 })).toEqual({ kind: 'unreachable', isUnknown: false });
  expect(refused('INTERNAL_SERVER_ERROR', 500)).toEqual({ kind: 'unreachable', isUnknown: false });
});
