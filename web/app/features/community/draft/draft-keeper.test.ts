import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyText, isAt, type KeptDraft, newest, newPost } from './draft.ts';
import { DraftKeeper } from './draft-keeper.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const text = (title: string) => ({ ...emptyText, title });

function aKeeper(sent?: KeptDraft) {
  const device = new Map<string, KeptDraft>();
  const service: string[] = [];
  const statuses: string[] = [];
  const state = { isOnline: true, removed: 0, begun: 0 };
  let clock = 0;
  const keeper = new DraftKeeper(
    {
      id: 'draft',
      place: newPost,
      keep: (draft) => void device.set(draft.id, draft),
      forget: (id) => void device.delete(id),
      async send(draft) {
        if (!state.isOnline) throw new TypeError('Failed to fetch');
        service.push(draft.title);
        return { saved_at: draft.saved_at };
      },
      async remove() {
        state.removed += 1;
      },
      onFirstSent: () => void (state.begun += 1),
      now: () => `2026-01-01T00:00:${String(clock++).padStart(2, '0')}Z`,
      onStatus: (status) => statuses.push(status),
    },
    sent,
  );
  return { keeper, device, service, statuses, state };
}

test('a change of a draft is stored on the device at once and sent to the service after a pause', async () => {
  const { keeper, device, service, statuses, state } = aKeeper();
  keeper.change(text('a'));
  keeper.change(text('ab'));
  expect(device.get('draft')?.title).toBe('ab');
  expect(service).toEqual([]);
  await vi.advanceTimersByTimeAsync(1200);
  expect(service).toEqual(['ab']);
  expect(device.size).toBe(0);
  expect(statuses.at(-1)).toBe('saved');
  keeper.change(text('abc'));
  await keeper.flush();
  expect([service, state.begun]).toEqual([['ab', 'abc'], 1]);
});

test('without a connection a draft stays on the device, and is sent when the connection returns', async () => {
  const { keeper, device, service, state, statuses } = aKeeper();
  state.isOnline = false;
  keeper.change(text('on the train'));
  await vi.advanceTimersByTimeAsync(1200);
  expect(device.get('draft')?.title).toBe('on the train');
  expect(statuses.at(-1)).toBe('device');
  state.isOnline = true;
  await keeper.flush();
  expect(service).toEqual(['on the train']);
  expect(device.size).toBe(0);
});

test('a published text is not restored from the device or from the service', async () => {
  const { keeper, device, service } = aKeeper();
  keeper.change(text('done'));
  keeper.published();
  keeper.change(text('late'));
  await vi.advanceTimersByTimeAsync(5000);
  expect(service).toEqual([]);
  expect(device.size).toBe(0);
});

test('an empty text is not saved as a draft, but emptying a draft is saved as a change', async () => {
  const fresh = aKeeper();
  fresh.keeper.change(text('  '));
  await vi.advanceTimersByTimeAsync(1200);
  expect(fresh.service).toEqual([]);
  const before: KeptDraft = { id: 'draft', ...newPost, ...text('old'), saved_at: '2025-01-01T00:00:00Z' };
  const restored = aKeeper(before);
  restored.keeper.change(text(''));
  await vi.advanceTimersByTimeAsync(1200);
  expect(restored.service).toEqual(['']);
  await restored.keeper.discard();
  expect(restored.state.removed).toBe(1);
});

test('on a device whose clock is behind, a change counts as newer than the text that it changes', async () => {
  // The keeper's clock starts at 2026-01-01.
  const found: KeptDraft = {
    id: 'draft',
    ...newPost,
    ...text('from the service'),
    saved_at: '2026-03-01T10:00:00.000Z',
  };
  const { keeper, device, state } = aKeeper(found);
  state.isOnline = false;
  keeper.change(text('typed later'));
  await vi.advanceTimersByTimeAsync(1200);
  expect(newest(found, device.get('draft'))?.title).toBe('typed later');
  keeper.change(text('typed last'));
  expect(device.get('draft')?.saved_at).toBe('2026-03-01T10:00:00.002Z');
});

test('text typed after a save counts as newer than the copy that the service has just stored', async () => {
  const at = '2026-03-01T10:00:00.000Z';
  const device = new Map<string, KeptDraft>();
  const keeper = new DraftKeeper({
    id: 'draft',
    place: newPost,
    keep: (draft) => void device.set(draft.id, draft),
    forget: (id) => void device.delete(id),
    send: async () => ({ saved_at: at }),
    remove: async () => undefined,
    onFirstSent: () => undefined,
    now: () => '2026-01-01T00:00:00.000Z',
    onStatus: () => undefined,
  });
  keeper.change(text('a'));
  await keeper.flush();
  keeper.change(text('ab'));
  expect((device.get('draft')?.saved_at ?? '') > at).toBe(true);
});

test('text typed during a save counts as newer than the copy that the service stores at the end of that save', async () => {
  const at = '2026-01-01T00:00:02.000Z';
  const device = new Map<string, KeptDraft>();
  const seconds = ['00', '01', '02'];
  let answer = () => {};
  // The first request is slow. The connection is lost before the second one.
  const requests = [new Promise<{ saved_at: string }>((resolve) => (answer = () => resolve({ saved_at: at })))];
  const keeper = new DraftKeeper({
    id: 'draft',
    place: newPost,
    keep: (draft) => void device.set(draft.id, draft),
    forget: (id) => void device.delete(id),
    send: () => requests.shift() ?? Promise.reject(new TypeError('Failed to fetch')),
    remove: async () => undefined,
    onFirstSent: () => undefined,
    now: () => `2026-01-01T00:00:${seconds.shift() ?? '02'}.000Z`,
    onStatus: () => undefined,
  });
  keeper.change(text('a'));
  const saved = keeper.flush();
  keeper.change(text('ab'));
  answer();
  await saved;
  const stored: KeptDraft = { id: 'draft', ...newPost, ...text('a'), saved_at: at };
  expect(newest(stored, device.get('draft'))?.title).toBe('ab');
});

test('the newer of two drafts is used, and a draft for a new post is not used for a comment', () => {
  const at = (saved_at: string): KeptDraft => ({ id: saved_at, ...newPost, ...emptyText, saved_at });
  expect(newest(at('2026-01-02'), at('2026-01-03'), undefined)?.id).toBe('2026-01-03');
  expect(newest(undefined, undefined)).toBeUndefined();
  expect(isAt(newPost)({ ...newPost, post_id: 'p' })).toBe(false);
});

test('text typed during a request is sent after that request, so the older text never arrives last', async () => {
  const arrivals: string[] = [];
  const underWay: (() => void)[] = [];
  const device = new Map<string, KeptDraft>();
  const keeper = new DraftKeeper({
    id: 'draft',
    place: newPost,
    keep: (draft) => void device.set(draft.id, draft),
    forget: (id) => void device.delete(id),
    send: (draft) =>
      new Promise((resolve) =>
        underWay.push(() => {
          arrivals.push(draft.title);
          resolve({ saved_at: draft.saved_at });
        }),
      ),
    remove: async () => undefined,
    onFirstSent: () => undefined,
    now: () => '2026-01-01T00:00:00Z',
    onStatus: () => undefined,
  });
  keeper.change(text('a'));
  await vi.advanceTimersByTimeAsync(1200);
  keeper.change(text('ab'));
  await vi.advanceTimersByTimeAsync(1200);
  // The connection is slow, and the responses arrive in the worst order.
  while (underWay.length > 0) {
    underWay.pop()?.();
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(arrivals).toEqual(['a', 'ab']);
  expect(device.size).toBe(0);
});

test.each(['published', 'discard'] as const)(
  'the service has no draft left if %s is called during an autosave',
  async (end) => {
    const service = new Map<string, string>();
    const underWay: (() => void)[] = [];
    const keeper = new DraftKeeper({
      id: 'draft',
      place: newPost,
      keep: () => undefined,
      forget: () => undefined,
      send: (draft) =>
        new Promise((resolve) =>
          underWay.push(() => {
            service.set(draft.id, draft.title);
            resolve({ saved_at: draft.saved_at });
          }),
        ),
      remove: async (id) => service.delete(id),
      onFirstSent: () => undefined,
      now: () => '2026-01-01T00:00:00Z',
      onStatus: () => undefined,
    });
    keeper.change(text('on its way'));
    await vi.advanceTimersByTimeAsync(1200);
    void keeper[end]();
    // The request of the autosave arrives after the text was published or discarded.
    underWay.pop()?.();
    await vi.advanceTimersByTimeAsync(0);
    expect([...service.values()]).toEqual([]);
    if (end === 'published') return;
    keeper.change(text('another text'));
    await vi.advanceTimersByTimeAsync(1200);
    underWay.pop()?.();
    await vi.advanceTimersByTimeAsync(0);
    expect([...service.values()]).toEqual(['another text']);
  },
);
