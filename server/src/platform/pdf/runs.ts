import bidiFactory from 'bidi-js';
import type { ReadingLanguage } from '#contract/languages.ts';
import { facesFor, type Style } from './fonts.ts';
import type { Sheet } from './sheet.ts';

const bidi = bidiFactory();
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A part of a text in one font and one direction. */
export interface Run {
  readonly start: number;
  readonly text: string;
  readonly font: string;
  /** Level in the bidirectional algorithm of Unicode. An odd level means right to left. */
  readonly level: number;
}

/** A text divided into runs, in reading order. */
export interface Runs {
  readonly text: string;
  readonly runs: readonly Run[];
  readonly isRightToLeft: boolean;
}

const STRONG_RIGHT = /[\p{scx=Arab}\p{scx=Hebr}]/u;
const STRONG = /\p{L}/u;
/** Invisible characters that control how other characters are drawn. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;
/** Printed in place of letters and numbers that no font has. Inter has no glyph for U+FFFD, the usual replacement. */
const REPLACEMENT = '?';

/**
 * Replaces characters that the fonts do not have. French texts contain narrow no-break spaces before ; ! and ? and in
 * large numbers. The function replaces them with normal no-break spaces.
 */
const printable = (text: string): string => text.normalize('NFC').replaceAll('\u202f', '\u00a0').replaceAll('\t', ' ');

/**
 * Returns whether a text runs from right to left. In an Arabic document, every text with Arabic or Hebrew letters runs
 * from right to left. In other documents the first letter decides.
 */
function isFromRight(text: string, language: ReadingLanguage): boolean {
  if (language === 'ar') return STRONG_RIGHT.test(text);
  return STRONG_RIGHT.test(STRONG.exec(text)?.[0] ?? '');
}

export function runsOf(sheet: Sheet, written: string, style: Style): Runs {
  const clusters = fontsOf(sheet, printable(written), style);
  const text = clusters.map((cluster) => cluster.text).join('');
  const isRightToLeft = isFromRight(text, sheet.language);
  const embedding = bidi.getEmbeddingLevels(text, isRightToLeft ? 'rtl' : 'ltr');
  const mirrored = bidi.getMirroredCharactersMap(text, embedding.levels);
  const runs: Run[] = [];
  let start = 0;
  for (const cluster of clusters) {
    const level = embedding.levels[start] ?? 0;
    const before = runs.at(-1);
    const shown = mirrored.get(start) ?? cluster.text;
    if (before && before.font === cluster.font && before.level === level)
      runs[runs.length - 1] = { ...before, text: before.text + shown };
    else runs.push({ start, text: shown, font: cluster.font, level });
    start += cluster.text.length;
  }
  return { text, runs, isRightToLeft };
}

/**
 * Pairs each grapheme with the first font that has all its characters. A letter or number without a font becomes a
 * question mark, and any other character without a font is left out.
 */
function fontsOf(sheet: Sheet, text: string, style: Style): { text: string; font: string }[] {
  const faces = facesFor(text, style, sheet.language);
  const known = new Map<string, { text: string; font: string } | null>();
  const find = (cluster: string): { text: string; font: string } | null => {
    const face = faces.find(({ of, name, file }) => of.test(cluster) && sheet.hasAll(name, file, cluster));
    if (face) return { text: cluster, font: face.name };
    const plain = [...cluster].filter((one) => !UNSEEN.test(one));
    if (plain.length < [...cluster].length) return plain.length > 0 ? find(plain.join('')) : null;
    const [base = '', ...marks] = plain;
    if (marks.length > 0) return find(base);
    return /[\p{L}\p{N}]/u.test(base) ? find(REPLACEMENT) : null;
  };
  return Array.from(graphemes.segment(text), ({ segment }) => {
    if (segment === '\n' || segment === '\r\n') return null;
    if (!known.has(segment)) known.set(segment, find(segment));
    return known.get(segment) ?? null;
  }).filter((found) => found !== null);
}

/**
 * Returns the runs of one line in visual order, from the left. Sequences of higher levels are reversed (rule L2 of the
 * bidirectional algorithm).
 */
export function inSightOrder(runs: readonly Run[]): Run[] {
  const line = [...runs];
  const highest = Math.max(0, ...line.map(({ level }) => level));
  for (let level = highest; level > 0; level--)
    for (let from = 0; from < line.length; from++) {
      let to = from;
      while (to < line.length && (line[to]?.level ?? 0) >= level) to++;
      if (to > from) line.splice(from, to - from, ...line.slice(from, to).reverse());
      from = Math.max(from, to);
    }
  return line;
}

/**
 * Returns the text of a run for the shaper. The shaper reverses Arabic and Hebrew words itself. It does not reverse a
 * single bracket or comma between them.
 */
export const drawnText = ({ text, level }: Run): string =>
  level % 2 === 0 || STRONG_RIGHT.test(text) ? text : [...text].reverse().join('');
