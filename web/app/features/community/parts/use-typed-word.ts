import { useState } from 'react';

interface Typed {
  text: string;
  /** The word of the text, if this word is the last one of the list. */
  word?: string | undefined;
}

export const nothingTyped: Typed = { text: '' };

const same = (one: string, other: string) => one.toLocaleLowerCase() === other.toLocaleLowerCase();

/** Returns what is typed, or nothing if another list has replaced the list with the typed word. */
export const typedIn = (words: readonly string[], typed: Typed): Typed =>
  typed.word === undefined || words.at(-1) === typed.word ? typed : nothingTyped;

/** Returns the words of the list without the one that is being typed. */
export const settledOf = (words: readonly string[], typed: Typed): readonly string[] =>
  typedIn(words, typed).word === undefined ? words : words.slice(0, -1);

/** Adds the word of a typed text to the settled words. An empty word, and one of the settled words, are not added. */
export function typeWord(settled: readonly string[], text: string, word: string): { words: string[]; typed: Typed } {
  const isNew = word !== '' && !settled.some((one) => same(one, word));
  return isNew ? { words: [...settled, word], typed: { text, word } } : { words: [...settled], typed: { text } };
}

interface List {
  /** Returns the word of a typed text. The result is empty if the text has no word. */
  wordOf: (text: string) => string;
  /** The characters that end a word. Without them, a text is always one word. */
  separator?: RegExp;
  /** The highest number of words. */
  most?: number;
}

/**
 * Adds each word of a typed text to the settled words. Words before a separator are settled, and the field keeps only
 * the text after the last separator. The keyboards of phones report no key for a comma, so the text itself must be
 * read.
 */
export function typeText(settled: readonly string[], text: string, { wordOf, separator, most = Infinity }: List) {
  let next = { words: [...settled], typed: nothingTyped };
  for (const part of separator ? text.split(separator) : [text])
    next = next.words.length < most ? typeWord(next.words, part, wordOf(part)) : { ...next, typed: nothingTyped };
  return next;
}

interface Props extends List {
  words: readonly string[];
  onChange: (words: string[]) => void;
}

/**
 * A field that adds words to a list. The list contains a word while it is being typed, so a form that is sent before
 * Enter contains it too. The word stays in the field until Enter. If the word became a chip on blur, a press on a button
 * below would move the button, and the click would miss it.
 */
export function useTypedWord({ words, onChange, ...list }: Props) {
  const [last, setTyped] = useState(nothingTyped);
  const typed = typedIn(words, last);
  const settled = settledOf(words, typed);
  const put = (before: readonly string[], text: string, isComposing = false) => {
    const next = typeText(before, text, isComposing ? { wordOf: list.wordOf } : list);
    setTyped(next.typed);
    onChange(next.words);
  };
  return {
    text: typed.text,
    settled,
    /** While an input method composes a text, the field must keep the whole text. */
    type: (text: string, isComposing?: boolean) => put(settled, text, isComposing),
    drop: (word: string | undefined) => {
      const kept = settled.filter((one) => one !== word);
      put(kept, typed.text);
    },
    /** Empties the field. The list keeps the typed word. */
    settle: () => setTyped(nothingTyped),
  };
}
