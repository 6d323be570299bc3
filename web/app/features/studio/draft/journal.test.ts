import { expect, test } from 'vitest';
import { noMarkings } from '#contract/markings.ts';
import type { DraftContent } from './draft.ts';
import { record, redo, startHistory, undo } from './history.ts';
import { readJournal, resume, writeJournal } from './journal.ts';

const recipe = (cheek: number) => ({ version: 1 as const, treatments: { cheek } });
const at = (cheek: number): DraftContent => ({
  style: 'harmonious',
  recipes: { natural: recipe(cheek / 2), harmonious: recipe(cheek), glamour: recipe(cheek * 2) },
  links: {},
  plan: { note_to_patient: 'Chère Anna', items: [], valid_months: 6 },
  markings: noMarkings(),
  skin: null,
});
const same = (a: DraftContent, b: DraftContent) => JSON.stringify(a) === JSON.stringify(b);
const worked = undo(record(record(record(startHistory(at(1)), at(2)), at(3)), at(4)));

test('undo and redo are the same after a reload', () => {
  const read = readJournal(writeJournal({ history: worked, version: 7 }));
  expect(read).toEqual({ history: worked, version: 7 });
  expect(undo(read!.history).present).toEqual(at(2));
  expect(redo(read!.history).present).toEqual(at(4));
});

test('sixty steps of a large draft fit into the storage of a tab, because shared parts are stored once', () => {
  const points = Array.from({ length: 240 }, (_, n): [number, number] => [n / 1000, 0.5]);
  const brush = Array.from({ length: 80 }, () => ({ mode: 'protect' as const, radius: 0.02, points }));
  const large = {
    ...at(1),
    markings: { ...noMarkings(), poses: { ...noMarkings().poses, front: { ...noMarkings().poses.front, brush } } },
  };
  let history = startHistory(large);
  for (let n = 0; n < 70; n++) history = record(history, { ...large, recipes: at(n).recipes });
  const text = writeJournal({ history, version: 1 });
  expect(text.length).toBeLessThan(2_000_000);
  expect(readJournal(text)!.history.past).toHaveLength(60);
});

test('after a reload, undo continues unchanged if the service has stored the newest step', () => {
  expect(resume({ history: worked, version: 6 }, { content: at(3), version: 7 }, same)).toEqual({
    history: worked,
    isDirty: false,
  });
});

test('the last change before a reload is sent again, even if the response to the previous save was lost', () => {
  expect(resume({ history: worked, version: 7 }, { content: at(1), version: 7 }, same)?.isDirty).toBe(true);
  expect(resume({ history: worked, version: 7 }, { content: at(2), version: 8 }, same)).toEqual({
    history: worked,
    isDirty: true,
  });
});

test('after a reload, a version that a colleague saved is shown, and undo restores the doctor’s own version', () => {
  const found = resume({ history: worked, version: 7 }, { content: at(9), version: 12 }, same)!;
  expect(found.isDirty).toBe(false);
  expect(found.history.present).toEqual(at(9));
  expect(undo(found.history).present).toEqual(at(3));
});

test('a stored undo history in another format is ignored', () => {
  expect([null, '', 'x', '{}', '{"format":0}'].map(readJournal)).toEqual([null, null, null, null, null]);
  expect(resume(null, { content: at(1), version: 1 }, same)).toBeNull();
});
