import { expect, test } from 'vitest';
import { fromCursor, toCursor } from './cursor.ts';

const id = '01a205ff-0dce-7000-ba52-f73b25a5b0a7';

test.each([
  ['an id', ['id'], [id], ['me']],
  ['a count', ['count', 'id'], [3, id], [3.5, id]],
  ['a count that the database can hold', ['count', 'id'], [2 ** 31 - 1, id], [2 ** 31, id]],
  ['an instant', ['instant', 'id'], ['2026-11-23T02:00:00.000Z', id], ['1 Jan (noon)', id]],
  ['an instant that exists', ['instant', 'id'], ['2026-11-23T02:00:00.000Z', id], ['2026-13-23T02:00:00.000Z', id]],
  ['a word', ['word', 'id'], ['rose', id], ['ro\0se', id]],
] as const)('a cursor with %s is read, and an invented cursor is refused as invalid input', (_, kinds, good, bad) => {
  expect(fromCursor(toCursor(good), ...kinds)).toEqual(good);
  expect(() => fromCursor(toCursor(bad), ...kinds)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
});
