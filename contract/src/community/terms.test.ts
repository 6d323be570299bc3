import { expect, test } from 'vitest';
import { line } from './terms.ts';

const takes = (written: string) => line(40, 2).safeParse(written).success;

test.each([
  ['zero-width spaces', '\u200b\u200b\u200b'],
  ['joiners and marks of direction', '\u200d\u2060\u200e\u202e'],
  ['a soft hyphen between spaces', '\u00ad \u00ad'],
  ['Hangul fillers', '\u3164\u3164'],
  ['blank Braille patterns', '\u2800\u2800'],
  ['control characters', '\u0001\u0002'],
  ['marks without a letter', '\u0301\ufe0f'],
])('a text without a visible character is refused: %s', (_what, written) => expect(takes(written)).toBe(false));

test.each(['Rowan 27', 'می\u200cخواهم', '李雷', '👩\u200d⚕️', '??', 'é\u200b'.normalize('NFD')])(
  'a line takes a text with a visible character: %s',
  (written) => expect(takes(written)).toBe(true),
);
