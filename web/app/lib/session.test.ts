import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient, sessionKey, whoIsHere } from './query.ts';
import { refreshSession } from './session.tsx';

const answers = vi.hoisted(() => ({ user: null as { id: string } | null }));
vi.mock('./api.ts', () => ({ call: { identity: { whoAmI: async () => ({ is_admin: false, ...answers }) } } }));

const reload = vi.fn<() => void>();

beforeEach(() => vi.stubGlobal('location', { reload }));
afterEach(() => {
  queryClient.clear();
  reload.mockReset();
});

/** Loads the session on a page that Alice has used, after another tab has changed who is signed in. */
async function afterOtherTab(user: { id: string } | null) {
  queryClient.setQueryData(sessionKey, { is_admin: false, user: { id: 'alice' } });
  queryClient.setQueryData(['simulation', 'getMyCase'], 'the case of Alice');
  answers.user = user;
  const loaded = refreshSession();
  await Promise.race([loaded, vi.waitFor(() => expect(reload).toHaveBeenCalled())]);
  return { data: queryClient.getQueryData(['simulation', 'getMyCase']), here: whoIsHere() };
}

test('the page forgets a person whom another tab has signed out', async () => {
  expect(await afterOtherTab(null)).toEqual({ data: undefined, here: null });
  expect(reload).not.toHaveBeenCalled();
});

test('the page forgets a person and loads again if another person has signed in in another tab', async () => {
  expect((await afterOtherTab({ id: 'bruno' })).data).toBeUndefined();
  expect(reload).toHaveBeenCalledOnce();
});

test('the page keeps the data of a person who is still signed in', async () => {
  expect(await afterOtherTab({ id: 'alice' })).toEqual({ data: 'the case of Alice', here: 'alice' });
  expect(reload).not.toHaveBeenCalled();
});
