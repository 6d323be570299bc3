import { expect, test } from 'vitest';
import { shownAfter, silence, speechAfter } from './announcer.ts';

function hear(sentences: [at: number, sentence: string][]): string[] {
  const spoken: string[] = [];
  sentences.reduce((speech, [at, sentence]) => {
    const next = speechAfter(speech, sentence, at);
    if (next.spoken !== speech.spoken) spoken.push(next.spoken);
    return next;
  }, silence);
  return spoken;
}

test('trust 27: a guide sentence is spoken once it has not changed for half a second', () => {
  expect(
    hear([
      [0, 'Move closer'],
      [250, 'Move closer'],
    ]),
  ).toEqual([]);
  expect(
    hear([
      [0, 'Move closer'],
      [500, 'Move closer'],
      [900, 'Move closer'],
    ]),
  ).toEqual(['Move closer']);
});

test('guide sentences that change too often are not spoken', () => {
  const flicker = Array.from({ length: 20 }, (_, index): [number, string] => [
    index * 200,
    index % 2 ? 'Move closer' : 'Move back a little',
  ]);
  expect(hear(flicker)).toEqual([]);
});

test('the next guide sentence waits until a screen reader has had time for the previous one', () => {
  const events: [number, string][] = [
    [0, 'A'],
    [500, 'A'],
    [600, 'B'],
    [1200, 'B'],
    [2400, 'B'],
  ];
  expect(hear(events)).toEqual(['A', 'B']);
  expect(hear(events.slice(0, 4))).toEqual(['A']);
});

test('the written guidance changes only if the new text lasts for a moment', () => {
  const start = { value: 'a', candidate: 'a', since: 0 };
  const changing = shownAfter(start, 'b', 100);
  expect(changing.value).toBe('a');
  expect(shownAfter(changing, 'b', 300).value).toBe('b');
  expect(shownAfter(shownAfter(changing, 'a', 150), 'b', 300).value).toBe('a');
});
