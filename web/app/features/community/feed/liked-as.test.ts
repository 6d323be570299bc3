import { expect, test } from 'vitest';
import { likedAs } from './liked-as.ts';

test('the number of likes in a response replaces the shown number', () => {
  expect(likedAs({ is_liked: true, likes_count: 5 }, { is_liked: true, likes_count: 7 })).toEqual({
    is_liked: true,
    likes_count: 7,
  });
});

test('a response to an earlier press of Like does not revert a newer press', () => {
  const takenBack = { is_liked: false, likes_count: 4 };
  expect(likedAs(takenBack, { is_liked: true, likes_count: 5 })).toEqual(takenBack);
  expect(likedAs({ is_liked: true, likes_count: 5 }, { is_liked: false, likes_count: 4 }).likes_count).toBe(5);
});
