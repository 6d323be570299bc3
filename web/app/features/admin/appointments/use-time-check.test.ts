import { ORPCError } from '@orpc/client';
import { expect, test, vi } from 'vitest';
import { isAskedByFields } from './use-time-check.ts';

vi.mock('#web/lib/api.ts', () => ({ api: {} }));

const refused = (code: string, data: object = {}) => new ORPCError(code, { status: 409, data });
const bookings = [{ appointment_id: '1', number: 'A-1', scheduled_at: '2026-12-03T09:00:00Z' }];
const instants: [string, string] = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'];
const choice = { code: 'TIME_IS_AMBIGUOUS', instants } as const;
const ambiguous = refused('TIME_IS_AMBIGUOUS', { earlier: instants[0], later: instants[1] });

test.each([
  ['a double booking that the fields show', refused('DOUBLE_BOOKED'), { choice: undefined, bookings }, true],
  ['a double booking that they do not show yet', refused('DOUBLE_BOOKED'), { choice: undefined, bookings: [] }, false],
  ['a choice that the fields show', ambiguous, { choice, bookings: [] }, true],
  ['a lost connection', new TypeError('Failed to fetch'), { choice: undefined, bookings }, false],
  ['a time that is taken', refused('TIME_TAKEN'), { choice, bookings }, false],
])(
  'an error message is left out only if the fields already ask for a decision: %s',
  (_what, error, check, expected) => {
    expect(isAskedByFields(error, check)).toBe(expected);
  },
);
