import { expect, test } from 'vitest';
import { likedAs } from './liked-as.ts';

test('an answer brings the count of the service', () => {
  expect(likedAs({ is_liked: true, likes_count: 5 }, { is_liked: true, likes_count: 7 })).toEqual({
    is_liked: true,
    likes_count: 7,
  });
});

test('an answer to the press before does not take the newer press back for a moment', () => {
  const takenBack = { is_liked: false, likes_count: 4 };
  expect(likedAs(takenBack, { is_liked: true, likes_count: 5 })).toEqual(takenBack);
  expect(likedAs({ is_liked: true, likes_count: 5 }, { is_liked: false, likes_count: 4 }).likes_count).toBe(5);
});
