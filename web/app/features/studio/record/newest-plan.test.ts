import { afterEach, expect, test } from 'vitest';
import { queryClient, sessionKey } from '#web/lib/query.ts';
import { draftFrom } from './draft.ts';
import { forNewestPlan } from './newest-plan.ts';
import { unsavedRecords } from './unsaved-records.ts';

const signIn = (id: string) => queryClient.setQueryData(sessionKey, { is_admin: false, user: { id } });
const record = draftFrom({ sessions: [], plan_version: 1 }, null, '2026-11-23');

afterEach(() => {
  unsavedRecords().clear();
  queryClient.clear();
});

test('a treatment record refused for its old plan belongs to the new plan only after this plan has been loaded', async () => {
  let shown = record;
  const moved = forNewestPlan('case', record, async () => {
    shown = unsavedRecords().get('case') ?? shown;
    return { plan_version: 3 };
  });
  expect(await moved).toEqual({ ...record, plan_version: 3 });
  expect(shown).toEqual(record);
});

test('if the new plan cannot be loaded, the form gets the error, and the treatment record keeps its old plan', async () => {
  const failed = () => Promise.reject(new Error('no connection'));
  await expect(forNewestPlan('case', record, failed)).rejects.toThrow('no connection');
  expect(unsavedRecords().get('case')).toEqual(record);
});

test('a treatment record keeps the words that the doctor types while the new plan loads', async () => {
  const typed = { ...record, note: 'Ice for ten minutes.' };
  unsavedRecords().set('case', { ...record, note: 'Ice' });
  const load = async () => {
    unsavedRecords().set('case', typed);
    return { plan_version: 2 };
  };
  expect(await forNewestPlan('case', record, load)).toEqual({ ...typed, plan_version: 2 });
});

test('another doctor who signs in while the new plan loads does not get the unsaved treatment record', async () => {
  signIn('anna');
  const load = async () => {
    signIn('bruno');
    return { plan_version: 2 };
  };
  expect(await forNewestPlan('case', record, load)).toBeNull();
  expect(unsavedRecords().get('case')).toBeUndefined();
});
