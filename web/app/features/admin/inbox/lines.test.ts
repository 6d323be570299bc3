import { expect, test } from 'vitest';
import type { InboxKind, InboxRow } from '#contract/appointments-admin.ts';
import { byKind, linesOf, needsDecision, rowsOf } from './lines.ts';

const row = (inbox_id: string, kind: InboxKind, patient_id: string) =>
  ({ inbox_id, kind, patient_id, due_at: null }) as InboxRow;

const rows = [
  row('6', 'request', 'anna'),
  row('5', 'question', 'anna'),
  row('4', 'request', 'bruno'),
  row('3', 'request', 'anna'),
  row('2', 'request', 'anna'),
  row('1', 'question', 'bruno'),
];

test('inbox entries of one kind about one person form one line, at the position of the first entry', () => {
  const lines = linesOf(rows, new Set());
  expect(lines.map(({ key }) => key)).toEqual(['request:anna', '5', '4', '1']);
  expect(lines.map((line) => rowsOf(line).map(({ inbox_id }) => inbox_id))).toEqual([
    ['6', '3', '2'],
    ['5'],
    ['4'],
    ['1'],
  ]);
});

test('the line of an open group is followed by its entries, and a single remaining entry has no group line', () => {
  const open = new Set(['request:anna', 'question:anna']);
  expect(linesOf(rows, open).map(({ key }) => key)).toEqual(['request:anna', '6', '3', '2', '5', '4', '1']);
  expect(linesOf([row('2', 'request', 'anna')], open)).toEqual([
    { kind: 'entry', key: '2', row: row('2', 'request', 'anna'), isInGroup: false },
  ]);
  expect(linesOf([], open)).toEqual([]);
});

test('entries about a dispute are never grouped, but other entries with a deadline are', () => {
  const due = { due_at: '2026-12-01T00:00:00Z' };
  expect(
    linesOf(
      [row('2', 'request', 'anna'), row('1', 'request', 'anna')].map((one) => ({ ...one, ...due })),
      new Set(),
    ),
  ).toHaveLength(1);
  const disputes = ['2', '1'].map((id) => ({ ...row(id, 'payment_disputed', 'anna'), ...due, dispute_id: `dp_${id}` }));
  expect(linesOf(disputes, new Set()).map(({ kind, key }) => [kind, key])).toEqual([
    ['entry', '2'],
    ['entry', '1'],
  ]);
});

test('inbox entries that need a decision are found, and the entries are counted by kind', () => {
  expect(rows.filter(needsDecision).map(({ inbox_id }) => inbox_id)).toEqual(['5', '1']);
  expect(byKind(rows).map(([kind, of]) => [kind, of.length])).toEqual([
    ['request', 4],
    ['question', 2],
  ]);
});
