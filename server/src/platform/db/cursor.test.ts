import { expect, test } from 'vitest';
import { PROVIDER_ID } from '../payments/gateway.ts';
import { readCursor, writeCursor } from './cursor.ts';

const at = new Date('2026-11-23T02:00:00Z');
const invalid = expect.objectContaining({ code: 'INVALID_INPUT' });

test('the cursor of a list is read as it was written, and an invented cursor is refused as invalid input', () => {
  const cursor = { at, id: '01a205ff-0dce-7000-ba52-f73b25a5b0a7' };
  expect(readCursor(writeCursor(cursor))).toEqual(cursor);
  expect(() => readCursor(writeCursor({ at, id: 'pi_1' }))).toThrow(invalid);
  expect(() => readCursor('nonsense')).toThrow(invalid);
});

test('the cursor of a list of payments may contain ids that are no UUIDs', () => {
  for (const id of ['pi_1', 'pi.é/1', 'x'.repeat(255)]) {
    const cursor = { at, id };
    expect(readCursor(writeCursor(cursor), PROVIDER_ID)).toEqual(cursor);
  }
  // PostgreSQL cannot store the character 0.
  expect(() => readCursor(writeCursor({ at, id: 'pi_\0' }), PROVIDER_ID)).toThrow(invalid);
});
