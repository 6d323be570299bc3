import { expect, test } from 'vitest';
import { nothingTyped, settledOf, typeWord } from './use-typed-word.ts';

/** Types a word letter by letter, and returns the list after the last letter. */
function typeInto(begin: readonly string[], word: string) {
  let state = { words: [...begin], typed: nothingTyped };
  for (let length = 1; length <= word.length; length += 1) {
    const text = word.slice(0, length);
    state = typeWord(settledOf(state.words, state.typed), text, text.trim());
  }
  return state;
}

test('A word is in the list before Enter, and the field still shows it', () => {
  const { words, typed } = typeInto(['skin'], 'calm');
  expect(words).toEqual(['skin', 'calm']);
  expect(typed.text).toBe('calm');
  expect(settledOf(words, typed)).toEqual(['skin']);
});

test('A word that begins like an earlier one does not replace it', () => {
  expect(typeInto(['a'], 'abc').words).toEqual(['a', 'abc']);
});

test('A word is added once, whatever its capitals', () => {
  const { words, typed } = typeInto(['Skin'], 'skin');
  expect(words).toEqual(['Skin']);
  expect(settledOf(words, typed)).toEqual(['Skin']);
});

test('An emptied field leaves the list as it was', () => {
  const { words, typed } = typeInto(['skin'], 'calm');
  expect(typeWord(settledOf(words, typed), '', '').words).toEqual(['skin']);
});
