import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DisputeState, mergeDispute } from './disputes.ts';

const day = (date: number) => new Date(Date.UTC(2026, 10, date));
const aDispute = (over: Partial<DisputeState> = {}): DisputeState => ({
  id: 'dp_1',
  payment_id: 'pi_1',
  status: 'needs_response',
  reason: 'fraudulent',
  amount_cents: 42_000,
  currency: 'eur',
  evidence_due_at: day(29),
  opened_at: day(20),
  told_at: day(20),
  withdrawn_at: null,
  reinstated_at: null,
  ...over,
});

test.each([
  ['the later of two open states', ['needs_response', 20], ['under_review', 21], ['under_review', 21]],
  ['the open state that was told last', ['under_review', 20], ['needs_response', 21], ['needs_response', 21]],
  ['the end, even when an open state is told later', ['won', 20], ['under_review', 21], ['won', 20]],
  ['the later of two ends', ['lost', 20], ['won', 21], ['won', 21]],
  [
    'of one moment, the state that follows the other',
    ['needs_response', 20],
    ['under_review', 20],
    ['under_review', 20],
  ],
] as const)(
  'two reports about one dispute are merged into the right state: %s',
  (_name, [one, at], [other, later], [status, told]) => {
    const first = aDispute({ status: one, told_at: day(at) });
    const second = aDispute({ status: other, told_at: day(later) });
    expect(mergeDispute(first, second)).toEqual(aDispute({ status, told_at: day(told) }));
    expect(mergeDispute(second, first)).toEqual(aDispute({ status, told_at: day(told) }));
  },
);

test('a later report about a dispute keeps the known deadline and the known times at which the money moved', () => {
  const parts = [
    aDispute({ withdrawn_at: day(21), told_at: day(21) }),
    aDispute({ status: 'won', evidence_due_at: null, told_at: day(25) }),
    aDispute({ status: 'won', evidence_due_at: null, reinstated_at: day(26), told_at: day(26) }),
  ];
  expect(parts.reduce(mergeDispute)).toMatchObject({
    status: 'won',
    evidence_due_at: day(29),
    withdrawn_at: day(21),
    reinstated_at: day(26),
  });
});

const moment = fc.integer({ min: 1, max: 28 }).map(day);
const aState: fc.Arbitrary<DisputeState> = fc
  .record({
    status: fc.constantFrom('needs_response', 'under_review', 'won', 'lost', 'closed'),
    amount_cents: fc.constantFrom(10_000, 42_000),
    told_at: moment,
    withdrawn_at: fc.option(moment),
    reinstated_at: fc.option(moment),
  })
  .map((state) => aDispute(state));

test('reports about a dispute lead to the same state in any order, and if they are repeated', () => {
  const told = fc.array(aState, { minLength: 1, maxLength: 6 });
  const inAnyOrder = told.chain((all) =>
    fc.record({
      all: fc.constant(all),
      shuffled: fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2, maxLength: all.length * 2 }),
    }),
  );
  fc.assert(
    fc.property(inAnyOrder, ({ all, shuffled }) => {
      expect(shuffled.reduce(mergeDispute)).toEqual(all.reduce(mergeDispute));
    }),
  );
});
