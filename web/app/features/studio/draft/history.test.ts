import { expect, test } from 'vitest';
import { endGesture, record, redo, startHistory, undo } from './history.ts';

test('undo and redo move through the recorded steps, and stop at both ends', () => {
  const history = record(record(startHistory('a'), 'b'), 'c');
  expect(undo(history).present).toBe('b');
  expect(undo(undo(undo(history))).present).toBe('a');
  expect(redo(undo(history)).present).toBe('c');
  expect(redo(history)).toBe(history);
});

test('a change after undo deletes the undone steps', () => {
  const history = record(undo(record(startHistory('a'), 'b')), 'c');
  expect(redo(history)).toBe(history);
  expect(undo(history).present).toBe('a');
});

test('all changes of one gesture are one step', () => {
  const dragged = record(record(record(startHistory(1), 2, 'lips'), 3, 'lips'), 4, 'lips');
  expect(undo(dragged).present).toBe(1);
  expect(undo(record(endGesture(dragged), 5, 'lips')).present).toBe(4);
});

test('a change of the same gesture after undo is a new step', () => {
  const history = record(undo(record(record(startHistory(1), 2), 3, 'lips')), 4, 'lips');
  expect(undo(history).present).toBe(2);
});

test('recording the same value adds no step', () => {
  const history = startHistory('a');
  expect(record(history, 'a')).toBe(history);
});
