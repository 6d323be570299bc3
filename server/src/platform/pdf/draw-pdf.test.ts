import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { drawPdf } from './draw-pdf.ts';

const paper = {
  language: 'fr',
  title: 'Facture n° 12',
  footer: 'Flaira',
  made_at: new Date('2026-11-20T09:00:00Z'),
} as const;

/** Every text that a reader could copy: the maps from glyphs to characters, put together. */
function charactersOf(pdf: Buffer): Set<string> {
  const found = new Set<string>();
  const text = pdf.toString('latin1');
  for (const match of text.matchAll(/stream\r?\n/g)) {
    const start = match.index + match[0].length;
    const stream = inflated(pdf.subarray(start, pdf.indexOf('endstream', start)));
    for (const [, hex = ''] of stream.matchAll(/<([0-9a-f]{4})>(?=[ \]\n])/g))
      if (stream.includes('beginbfrange')) found.add(String.fromCharCode(Number.parseInt(hex, 16)));
  }
  return found;
}

function inflated(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    return '';
  }
}

test('French is drawn with embedded fonts and can be copied', async () => {
  const text = 'Élève, œuvre, garçon, « là-bas », l’été : 1 928 €';
  const pdf = await drawPdf({ ...paper, blocks: [{ kind: 'text', text }] });
  const copied = charactersOf(pdf);
  expect([...new Set(text)].filter((letter) => !copied.has(letter) && letter.trim())).toEqual([]);
  expect(pdf.toString('latin1')).toMatch(/\/FontFile2/);
});

test('the narrow space of French, which the fonts do not have, is printed as the usual one', async () => {
  const narrow = `Attention\u202f! 1\u202f928\u00a0€`;
  const pdf = await drawPdf({ ...paper, footer: narrow, blocks: [{ kind: 'facts', rows: [['Prix', narrow]] }] });
  expect(charactersOf(pdf).has('\u00a0')).toBe(true);
  expect(charactersOf(pdf).has('\u202f')).toBe(false);
});

test('long tables go on on further pages, and the same document has the same length', async () => {
  const rows = Array.from({ length: 80 }, (_, index) => [`Ligne ${index + 1}`, '12,50 €']);
  const table = {
    kind: 'table',
    columns: [
      { label: 'Désignation', share: 3 },
      { label: 'Montant', share: 1, isFigure: true },
    ],
    rows,
    totals: [['Total', '1 000 €']],
  } as const;
  const [pdf, again] = await Promise.all([1, 2].map(() => drawPdf({ ...paper, blocks: [table] })));
  const pages = pdf?.toString('latin1').match(/\/Type \/Page\b/g) ?? [];
  expect(pages.length).toBeGreaterThan(2);
  expect(pdf?.length).toBe(again?.length);
});
