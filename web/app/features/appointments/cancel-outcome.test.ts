import { expect, test } from 'vitest';
import { cancelOutcome } from './cancel-outcome.ts';

const free_until = '2026-12-01T13:00:00Z';
const at = (moment: string) => Date.parse(moment);
const paid = (amount_cents: number, refunded_cents = 0) => ({ amount_cents, refunded_cents });

const booked = {
  terms: { free_until, kept_cents: 5_000, is_direct: true },
  scheduled_at: '2026-12-03T13:00:00Z',
  wasMovedByTeam: false,
};

test.each([
  ['2026-12-01T13:00:00Z', 5_000, paid(5_000), { back_cents: 5_000, kept_cents: 0 }],
  ['2026-12-01T13:00:00Z', null, paid(35_000), { back_cents: 35_000, kept_cents: 0 }],
  ['2026-12-01T13:00:01Z', 5_000, paid(5_000), { back_cents: 0, kept_cents: 5_000 }],
  ['2026-12-01T13:00:01Z', 5_000, paid(35_000), { back_cents: 30_000, kept_cents: 5_000 }],
  ['2026-12-01T13:00:01Z', 5_000, paid(5_000, 2_000), { back_cents: 0, kept_cents: 3_000 }],
  ['2026-12-01T12:00:00Z', 5_000, paid(5_000, 2_000), { back_cents: 3_000, kept_cents: 0 }],
  ['2026-12-01T13:00:01Z', null, paid(35_000), null],
])(
  'the refund that is shown for a cancellation at %s with a deposit of %j and the payment %j',
  (moment, kept_cents, payment, expected) => {
    expect(cancelOutcome({ ...booked, terms: { ...booked.terms, kept_cents } }, payment, at(moment))).toEqual(expected);
  },
);

test.each([
  ['2026-12-01T13:00:00Z', { back_cents: 5_000, kept_cents: 0 }],
  ['2026-12-01T13:00:01Z', null],
])(
  'the team decides about the deposit of an appointment that it moved, if the time to cancel is over: %s',
  (moment, expected) => {
    expect(cancelOutcome({ ...booked, wasMovedByTeam: true }, paid(5_000), at(moment))).toEqual(expected);
  },
);
