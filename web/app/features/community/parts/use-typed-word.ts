import { useState } from 'react';

interface Typed {
  text: string;
  /** True if the typed word is the last one of the list. */
  isLast: boolean;
}

export const nothingTyped: Typed = { text: '', isLast: false };

const same = (one: string, other: string) => one.toLocaleLowerCase() === other.toLocaleLowerCase();

/** Returns the words of the list without the one that is being typed. */
export const settledOf = (words: readonly string[], { isLast }: Typed): readonly string[] =>
  isLast ? words.slice(0, -1) : words;

/** Adds the word of a typed text to the settled words. An empty word, and one of the settled words, are not added. */
export function typeWord(settled: readonly string[], text: string, word: string): { words: string[]; typed: Typed } {
  const isLast = word !== '' && !settled.some((one) => same(one, word));
  return { words: isLast ? [...settled, word] : [...settled], typed: { text, isLast } };
}

interface Props {
  words: readonly string[];
  onChange: (words: string[]) => void;
  /** Returns the word of a typed text. The result is empty if the text has no word. */
  wordOf: (text: string) => string;
}

/**
 * A field that adds words to a list. The list contains a word while it is being typed, so a form that is sent before
 * Enter contains it too. The word stays in the field until Enter. If the word became a chip on blur, a press on a button
 * below would move the button, and the click would miss it.
 */
export function useTypedWord({ words, onChange, wordOf }: Props) {
  const [typed, setTyped] = useState(nothingTyped);
  const settled = settledOf(words, typed);
  const put = (before: readonly string[], text: string) => {
    const next = typeWord(before, text, wordOf(text));
    setTyped(next.typed);
    onChange(next.words);
  };
  return {
    text: typed.text,
    settled,
    type: (text: string) => put(settled, text),
    drop: (word: string | undefined) => {
      const kept = settled.filter((one) => one !== word);
      put(kept, typed.text);
    },
    /** Empties the field. The list keeps the typed word. */
    settle: () => setTyped(nothingTyped),
  };
}
