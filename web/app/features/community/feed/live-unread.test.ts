import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MyCommunity } from '#contract/community/people.ts';
import { api, call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { isMeant, keepUnreadLive } from './live-unread.ts';

const heard = vi.hoisted(() => new Map<string, (id?: string) => void>());
vi.mock('#web/lib/api.ts', () => {
  const getMyCommunity = {
    key: () => ['community', 'mine'],
    queryOptions: () => ({ queryKey: ['community', 'mine'] }),
  };
  return {
    api: { community: { key: () => ['community'], getMyCommunity } },
    call: { community: { getPost: vi.fn<() => Promise<unknown>>() } },
  };
});
vi.mock('#web/lib/live-listeners.ts', () => ({
  onLiveEvent: (kind: string, listener: (id?: string) => void) => {
    heard.set(kind, listener);
    return () => heard.delete(kind);
  },
}));

const membership = (id: string, visibility: string) => ({ channel: { id, visibility } });
const mine = (...memberships: unknown[]) => ({ memberships }) as unknown as MyCommunity;
const card = { id: 'p1', title: 'A thread', likes_count: 0, comments_count: 1, unread_comments_count: 0 };
const feedKey = [...api.community.key(), 'feed'];
const mineKey = api.community.getMyCommunity.queryOptions().queryKey;
const answer = { post: { ...card, comments_count: 3, unread_comments_count: 2 } };

let stop: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { pathname: '/community' });
  queryClient.setQueryData(feedKey, { pages: [{ rows: [card] }] });
  queryClient.setQueryData(mineKey, mine(membership('open', 'open')));
  stop = keepUnreadLive();
});
afterEach(() => {
  stop();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const getPost = () => vi.spyOn(call.community, 'getPost').mockResolvedValue(answer as never);
const rowsNow = () => queryClient.getQueryData<{ pages: { rows: unknown[] }[] }>(feedKey)?.pages[0]?.rows;

test('a thread with changed comments is requested once, and marked in the lists that show it', async () => {
  const asked = getPost();
  heard.get('comments.changed')?.('p1');
  heard.get('comments.changed')?.('p1');
  await vi.runAllTimersAsync();
  expect(asked).toHaveBeenCalledTimes(1);
  expect(rowsNow()).toEqual([{ ...card, comments_count: 3, unread_comments_count: 2 }]);
});

test('a thread that no list shows is not requested', async () => {
  const asked = getPost();
  heard.get('comments.changed')?.('p2');
  await vi.runAllTimersAsync();
  expect(asked).not.toHaveBeenCalled();
});

test('an open thread is not requested, because its page marks its comments', async () => {
  const asked = getPost();
  vi.stubGlobal('location', { pathname: '/fr/community/p/p1' });
  heard.get('comments.changed')?.('p1');
  await vi.runAllTimersAsync();
  expect(asked).not.toHaveBeenCalled();
});

test('the unread counts are requested again after a new post in a joined community', async () => {
  const refreshed = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
  heard.get('feed.changed')?.('another');
  heard.get('feed.changed')?.();
  await vi.runAllTimersAsync();
  expect(refreshed).not.toHaveBeenCalled();
  heard.get('feed.changed')?.('open');
  await vi.runAllTimersAsync();
  expect(refreshed).toHaveBeenCalledWith({ queryKey: api.community.getMyCommunity.key() });
});

test('an event that names no community concerns members of a closed community', () => {
  expect(isMeant(mine(membership('a', 'open')), undefined)).toBe(false);
  expect(isMeant(mine(membership('a', 'paid')), undefined)).toBe(true);
  expect(isMeant(mine(membership('a', 'paid')), 'b')).toBe(false);
});
