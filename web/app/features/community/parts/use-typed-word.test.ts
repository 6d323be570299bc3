import { expect, test } from 'vitest';
import { nothingTyped, settledOf, typedIn, typeText, typeWord } from './use-typed-word.ts';

/** Types a word letter by letter, and returns the list after the last letter. */
function typeInto(begin: readonly string[], word: string) {
  let state: ReturnType<typeof typeWord> = { words: [...begin], typed: nothingTyped };
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

test('another list that replaces the list with the typed word keeps all its words', () => {
  const { words, typed } = typeInto(['skin'], 'calm');
  expect(typedIn(words, typed).text).toBe('calm');
  expect(typedIn(['laser', 'toxin'], typed)).toEqual(nothingTyped);
  expect(settledOf(['laser', 'toxin'], typed)).toEqual(['laser', 'toxin']);
  expect(settledOf([], typed)).toEqual([]);
});

const tags = { wordOf: (text: string) => text.trim(), separator: /, */, most: 3 };

test('a comma inside the text settles the word before it, as phones and pasted lists need', () => {
  const typed = typeText(['skin'], 'calm,', tags);
  expect(typed).toEqual({ words: ['skin', 'calm'], typed: { text: '' } });
  const pasted = typeText([], 'calm, Calm, peel', tags);
  expect(pasted).toEqual({ words: ['calm', 'peel'], typed: { text: 'peel', word: 'peel' } });
});

test('a pasted list adds no word beyond the limit, and a text without a separator is one word', () => {
  expect(typeText(['a', 'b'], 'c,d,e', tags)).toEqual({ words: ['a', 'b', 'c'], typed: { text: '' } });
  expect(typeText([], 'chin, neck', { wordOf: tags.wordOf }).words).toEqual(['chin, neck']);
});
