import { afterEach, expect, test } from 'vitest';
import { queryClient, sessionKey } from '#web/lib/query.ts';
import { draftFrom } from './draft.ts';
import { unsavedRecords } from './unsaved-records.ts';

const signIn = (id: string | null) => queryClient.setQueryData(sessionKey, { is_admin: false, user: id && { id } });
const record = draftFrom({ sessions: [], plan_version: 1 }, null, '2026-11-23');

afterEach(() => queryClient.clear());

test('another doctor who uses the same tab does not get the unsaved treatment record of the first', () => {
  signIn('anna');
  unsavedRecords().set('case', record);
  signIn(null);
  signIn('bruno');
  expect(unsavedRecords().get('case')).toBeUndefined();
  signIn('anna');
  expect(unsavedRecords().get('case')).toBeUndefined();
});

test('a doctor whose session ended gets their unsaved treatment record after signing in again', () => {
  signIn('anna');
  unsavedRecords().set('case', record);
  signIn(null);
  signIn('anna');
  expect(unsavedRecords().get('case')).toEqual(record);
});
