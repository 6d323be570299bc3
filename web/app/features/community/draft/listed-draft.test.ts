import { expect, test } from 'vitest';
import type { CommunityDraft } from '#contract/community/content.ts';
import { emptyText, newPost } from './draft.ts';
import { draftPath, listed } from './listed-draft.ts';

const home = { channel: { slug: 'peels', name: 'Peels' }, post: { id: 'p', title: 'Redness' }, is_open: true };
const draft = (id: string, saved_at: string, over: Partial<CommunityDraft> = {}): CommunityDraft => ({
  id,
  ...newPost,
  ...emptyText,
  saved_at,
  home,
  ...over,
});

test('each draft is listed once, with the text that was typed last, and the latest draft comes first', () => {
  const service = [draft('a', '2026-01-01', { title: 'old' }), draft('b', '2026-01-03'), draft('c', '2026-01-05')];
  const device = [draft('a', '2026-01-04', { title: 'new' }), draft('b', '2026-01-02'), draft('d', '2026-01-06')];
  expect(
    listed(service, device, []).map(({ id, title, ...one }) => [id, title, one.isOnService, one.isOnDevice]),
  ).toEqual([
    ['d', '', false, true],
    ['c', '', true, false],
    ['a', 'new', true, true],
    ['b', '', true, false],
  ]);
});

test('each kind of draft links to the page where it is continued, but if this is closed, it has no link', () => {
  const path = (over: Partial<CommunityDraft>) => {
    const [one] = listed([draft('d', '2026-01-01', over)], [], []);
    return one && draftPath(one);
  };
  expect(path({ home: { ...home, post: null } })).toBe('/community/new-post?draft=d&in=peels');
  expect(path({ home: { ...home, channel: null, post: null } })).toBe('/community/new-post?draft=d');
  expect(path({ post_id: 'p' })).toBe('/community/p/p?draft=d&write=comment');
  expect(path({ post_id: 'p', parent_id: 'c' })).toBe('/community/p/p?draft=d&comment=c&write=reply');
  expect(path({ editing_id: 'p' })).toBe('/community/p/p/edit?draft=d');
  expect(path({ editing_id: 'c' })).toBe('/community/p/p?draft=d&comment=c&write=edit');
  expect(path({ post_id: 'p', home: { ...home, is_open: false } })).toBeUndefined();
});

test('a draft that only the device has links to the form for a new post, or for the post that it changes', () => {
  const device = { id: 'd', ...newPost, ...emptyText, saved_at: '2026-01-01' };
  const [fresh] = listed([], [device], []);
  const [change] = listed([], [{ ...device, editing_id: 'p', title: 'Redness' }], []);
  expect(fresh && draftPath(fresh)).toBe('/community/new-post?draft=d');
  expect(change && draftPath(change)).toBe('/community/p/p/edit?draft=d');
});
