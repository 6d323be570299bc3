import { expect, test } from 'vitest';
import type { Comment } from '#contract/community/content.ts';
import { branches, countOf, deleted, likesBeyond, merged, repliesOf, withLikes, withReplies } from './comment-tree.ts';

const comment = (id: string, parent_id: string | null = null, body = ''): Comment => ({
  id,
  post_id: 'p',
  parent_id,
  depth: parent_id ? 1 : 0,
  reply_to: null,
  author: null,
  is_post_author: false,
  signed: null,
  cosigned: [],
  can_cosign: false,
  is_moderator: false,
  body,
  created_at: '2026-01-01T00:00:00Z',
  lang: null,
  edited_at: null,
  version: 1,
  likes_count: 0,
  is_liked: false,
  is_mine: false,
  is_unread: false,
  state: 'visible',
  hold: null,
  replies_count: 0,
  replies_cursor: null,
});

test('replies are below their parents, and a reply whose parent is missing is at the top level', () => {
  const tree = branches([comment('a'), comment('b', 'a'), comment('c', 'b'), comment('d', 'missing')]);
  expect(tree.map((one) => one.comment.id)).toEqual(['a', 'd']);
  expect(tree[0]?.replies[0]?.replies[0]?.comment.id).toBe('c');
});

test('a newer copy of a comment replaces the known one in its place', () => {
  const rows = merged([comment('a'), comment('b')], [comment('c'), comment('a', null, 'new')]);
  expect(rows.map(({ id, body }) => id + body)).toEqual(['anew', 'b', 'c']);
});

test('when more replies are loaded, the cursor of the next ones is stored', () => {
  const page = { rows: [{ ...comment('a'), replies_cursor: 'x' }], next_cursor: 'top', total: 9 };
  const after = withReplies(page, 'a', { rows: [comment('b', 'a')], next_cursor: 'y', total: 9 });
  expect(after.rows.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(after.rows[0]?.replies_cursor).toBe('y');
  expect(after.next_cursor).toBe('top');
});

test('more replies are requested in the order of their cursor, the most liked first', () => {
  // The service makes `replies_cursor` for this order and refuses it with any other.
  expect(repliesOf({ id: 'a', post_id: 'p' }, 'x')).toEqual({
    post_id: 'p',
    parent_id: 'a',
    sort: 'best',
    cursor: 'x',
  });
});

test('the number of likes by others is updated, and the reader’s own like stays as the reader pressed it', () => {
  const rows = [{ ...comment('a'), likes_count: 3, is_liked: true }, comment('b')];
  const came = [{ ...comment('a'), likes_count: 4, is_liked: false }];
  expect(withLikes(rows, came).map(({ likes_count, is_liked }) => [likes_count, is_liked])).toEqual([
    [5, true],
    [0, false],
  ]);
});

test('likes are also reloaded for comments after the first page, and for further replies', () => {
  const first = [comment('a'), comment('r1', 'a')];
  expect(likesBeyond(first, first)).toEqual([]);
  const loaded = [...first, comment('r2', 'a'), comment('b'), comment('r3', 'b')];
  expect(likesBeyond(loaded, first)).toEqual([{ limit: 2 }, { parent_id: 'a', sort: 'best', limit: 2 }]);
  const many = Array.from({ length: 150 }, (_, n) => comment(`${n}`));
  expect(likesBeyond(many, many.slice(0, 10))).toEqual([{ limit: 100 }]);
});

test('only visible comments are counted, and a deleted comment shows no signature', () => {
  expect([countOf(comment('a')), countOf({ state: 'held' }), countOf(undefined)]).toEqual([1, 0, 0]);
  const signed = {
    name: 'Dr Blanc',
    speciality: 's',
    registration_number: '1',
    registration_body: 'b',
    at: '',
    is_verified: true,
  };
  expect(deleted({ ...comment('a', null, 'text'), signed })).toMatchObject({
    state: 'deleted',
    body: '',
    author: null,
    signed: null,
    cosigned: [],
  });
});
