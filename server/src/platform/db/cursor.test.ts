import { expect, test } from 'vitest';
import { readCursor, writeCursor } from './cursor.ts';

const at = new Date('2026-11-23T02:00:00Z');
const invalid = expect.objectContaining({ code: 'INVALID_INPUT' });

test('a cursor is read as it was written, and an invented cursor is refused as invalid input', () => {
  const cursor = { at, id: '01a205ff-0dce-7000-ba52-f73b25a5b0a7' };
  expect(readCursor(writeCursor(cursor))).toEqual(cursor);
  expect(() => readCursor(writeCursor({ at, id: 'pi_1' }))).toThrow(invalid);
  expect(() => readCursor('nonsense')).toThrow(invalid);
});

test('a list may have ids of another form', () => {
  const cursor = { at, id: 'pi_1' };
  expect(readCursor(writeCursor(cursor), /^\w+$/)).toEqual(cursor);
});
