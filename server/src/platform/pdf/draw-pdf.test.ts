import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { type ReadingLanguage, ReadingLanguages } from '#contract/languages.ts';
import { messagesOf } from '#server/platform/messages.ts';
import { type Drawn, readPdf } from '../../../test/read-pdf.ts';
import { drawPdf } from './draw-pdf.ts';
import type { PdfBlock } from './pdf.ts';
import { createSheet } from './sheet.ts';
import { set } from './write.ts';

const made_at = new Date('2026-11-20T09:00:00Z');
const draw = (language: ReadingLanguage, ...blocks: PdfBlock[]): Promise<Buffer> =>
  drawPdf({ language, title: 'Facture n° 12', footer: 'Flaira', made_at, blocks });

/** Returns the lines of a page in visual order, from the left. */
function linesOf(drawn: readonly Drawn[]): string[] {
  const lines = new Map<number, Drawn[]>();
  for (const one of drawn) {
    // Accents and other marks are a little above or below the baseline of their line.
    const y = [...lines.keys()].find((key) => Math.abs(key - one.y) < 4) ?? one.y;
    lines.set(y, [...(lines.get(y) ?? []), one]);
  }
  return [...lines.values()].map((line) =>
    line
      .filter(({ text }) => text)
      .sort((a, b) => a.x - b.x)
      .map(({ text }) => text)
      .join(''),
  );
}

const boxes = (pages: readonly Drawn[][]) => pages.flat().filter(({ glyphs }) => glyphs.includes(0));

test('French is printed with embedded fonts and can be copied as text', async () => {
  const text = 'Élève, œuvre, garçon, « là-bas », l’été : 1 928 €';
  const pdf = await draw('fr', { kind: 'text', text });
  expect(linesOf(readPdf(pdf)[0] ?? [])).toContain(text);
  expect(pdf.toString('latin1')).toMatch(/\/FontFile2/);
});

test('the narrow no-break space of French, which the fonts lack, is printed as a normal no-break space', async () => {
  const narrow = `Attention\u202f! 1\u202f928\u00a0€`;
  const [page = []] = readPdf(await draw('fr', { kind: 'facts', rows: [['Prix', narrow]] }));
  expect(linesOf(page)).toContain('PrixAttention\u00a0! 1\u00a0928\u00a0€');
});

/**
 * Names, each with its characters in visual order from the left. Arabic and Hebrew text begins on the right. Numbers
 * begin on the left.
 */
const names = [
  ['Łukasz Żółć', 'Łukasz Żółć'],
  ['Nguyễn Thị Phượng', 'Nguyễn Thị Phượng'],
  ['Александра Щербакова', 'Александра Щербакова'],
  ['Ελένη Παπαδοπούλου', 'Ελένη Παπαδοπούλου'],
  ['田中 花子', '田中 花子'],
  ['王小明', '王小明'],
  ['김철수', '김철수'],
  ['محمد علي', 'يلع دمحم'],
  ['محمد (سارة) 42', '42 (ةراس) دمحم'],
  ['שרה כהן־לוי', 'יול־ןהכ הרש'],
  ['Dr שרה, Paris', 'Dr הרש, Paris'],
  ['Արամ Խաչատրյան', 'Արամ Խաչատրյան'],
  ['გიორგი', 'გიორგი'],
  ['สมชาย', 'สมชาย'],
  // No font here has emoji or Adlam letters. Emoji are left out, and a question mark replaces Adlam letters.
  ['Alice 😀 𞤀', 'Alice  ?'],
  // The accented letter is written as a letter and a combining accent.
  ['Jose\u0301', 'José'],
] as const;
test('names in every script are printed with every letter, without a box for a missing glyph', async () => {
  const pages = readPdf(
    await draw(
      'en',
      ...names.flatMap(([text]): PdfBlock[] => [
        { kind: 'title', text },
        { kind: 'heading', text },
        { kind: 'text', text },
      ]),
    ),
  );
  const lines = pages.flatMap(linesOf);
  expect(names.filter(([, seen]) => lines.filter((line) => line === seen).length !== 3)).toEqual([]);
  expect(boxes(pages)).toEqual([]);
});

test('Arabic letters are joined: a letter has different shapes at the start, in the middle and alone', async () => {
  const [page = []] = readPdf(await draw('en', { kind: 'text', text: 'ههه ه' }));
  const shapes = page.filter(({ text }) => text.includes('ه')).flatMap(({ glyphs }) => glyphs);
  expect(new Set(shapes).size).toBe(4);
});

test('lines of an Arabic document begin on the right', async () => {
  const facts: PdfBlock = { kind: 'facts', rows: [['الاسم', 'Alice']] };
  const xOf = async (language: ReadingLanguage, text: string) =>
    readPdf(await draw(language, facts))[0]?.find((one) => one.text === text)?.x ?? Number.NaN;
  expect(await xOf('en', 'Alice')).toBe(218);
  // The label takes the 150 points on the right. The value is to the left of the label, with a gap of 12 points.
  const x = await xOf('ar', 'Alice');
  expect(x).toBeGreaterThan(340);
  expect(x).toBeLessThan(595.28 - 56 - 150 - 12);
});

test.each(ReadingLanguages)('the fonts have every letter of a plan in %s', async (language) => {
  const words = [messagesOf('plan-document'), messagesOf('treatment-plan')].flatMap((all) =>
    Object.values(all[language]),
  );
  const text = [...new Set(words.join('').replaceAll('?', ''))].join('');
  const pages = readPdf(await draw(language, { kind: 'text', text }, { kind: 'heading', text }));
  expect(boxes(pages)).toEqual([]);
  expect(pages.flat().filter((drawn) => drawn.text.includes('?'))).toEqual([]);
});

const sentences = [
  '治療計画は、対面診察に代わるものではありません。施術の前に、担当医があなたを診察し、ご質問に答え、書面による同意を求めます。',
  'هذه الخطة لا تغني عن الفحص الحضوري. قبل أي علاج، يفحصكم الطبيب المعالج (Dr Vasseur) ويجيب عن أسئلتكم.',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  `${'3fa9'.repeat(30)} https://flaira.example/${'verify'.repeat(30)}`,
  'А'.repeat(200),
];
test.each(sentences)('no line is wider than its column, and no letter is lost: %s', (text) => {
  const sheet = createSheet(new PDFDocument(), 'en', false);
  for (const width of [40, 101, 260]) {
    const { lines } = set(sheet, text, { size: 10.5 }, width);
    expect(Math.max(...lines.map((line) => line.width))).toBeLessThanOrEqual(width);
    const letters = lines.flatMap(({ runs }) => runs.map((run) => run.text)).join('');
    // Brackets are mirrored in text that runs from right to left.
    const plain = (all: string) => all.replace(/[\s()]/g, '');
    expect(plain(letters)).toBe(plain(text));
  }
});

test('lines of Japanese do not begin with a full stop or a closing bracket', () => {
  const sheet = createSheet(new PDFDocument(), 'ja', false);
  const text = '「治療」は、（対面）診察に代わる。'.repeat(6);
  for (let width = 60; width < 120; width += 5) {
    const { lines } = set(sheet, text, { size: 10.5 }, width);
    const first = lines.map(({ runs }) => runs[0]?.text[0] ?? '');
    expect(first.filter((letter) => '。、」）'.includes(letter))).toEqual([]);
  }
});

test('a PDF contains only the fonts that its text needs, and only a part of a large font', async () => {
  const names = (pdf: Buffer) => new Set(pdf.toString('latin1').match(/(?<=\/BaseFont \/[A-Z]+\+)[\w-]+/g));
  expect(names(await draw('en', { kind: 'text', text: 'Alice' }))).toEqual(
    new Set(['Fraunces-Regular', 'Inter-Regular']),
  );
  const japanese = await draw('ja', { kind: 'text', text: '治療計画' });
  expect(names(japanese)).toEqual(new Set(['Fraunces-Regular', 'Inter-Regular', 'NotoSansJP-Regular']));
  // The file contains a subset, because the size of the whole font is 4.5 MB.
  expect(japanese.length).toBeLessThan(40_000);
});

test('long tables continue on further pages, and the same document has the same length', async () => {
  const table: PdfBlock = {
    kind: 'table',
    columns: [
      { label: 'Désignation', share: 3 },
      { label: 'Montant', share: 1, isFigure: true },
    ],
    rows: Array.from({ length: 80 }, (_, index) => [`Ligne ${index + 1}`, '12,50 €']),
    totals: [['Total', '1 000 €']],
  };
  const [pdf, again] = await Promise.all([draw('fr', table), draw('fr', table)]);
  const pages = readPdf(pdf);
  expect(pages.length).toBeGreaterThan(2);
  for (const page of pages) expect(Math.min(...page.map(({ y }) => y))).toBeGreaterThan(40);
  expect(pdf.length).toBe(again.length);
});

test('a document is PDF/A-2b: it declares this, embeds colours, fonts and an id, and is not encrypted', async () => {
  const title = 'Devis D-2026-001001 v1 & <reçu> 王';
  const blocks: PdfBlock[] = [
    { kind: 'title', text: 'Devis' },
    { kind: 'text', text: 'Łukasz 王小明 محمد שרה' },
    { kind: 'facts', rows: [['Prix', '420 €']] },
  ];
  const pdf = await drawPdf({ language: 'fr', title, footer: 'Flaira', made_at, blocks });
  const text = pdf.toString('latin1');
  expect(text.slice(0, 8)).toBe('%PDF-1.7');
  const metadata = pdf.toString('utf8').split('<x:xmpmeta')[1] ?? '';
  expect(metadata).toContain('<pdfaid:part>2</pdfaid:part>');
  expect(metadata).toContain('<pdfaid:conformance>B</pdfaid:conformance>');
  expect(metadata).toContain('Devis D-2026-001001 v1 &#38; &#60;reçu&#62; 王');
  expect(text).toMatch(/\/OutputIntents \[\d+ 0 R\]/);
  expect(text).toMatch(/\/S \/GTS_PDFA1\n\/Info \(sRGB IEC61966-2\.1\)/);
  expect(text).toMatch(/\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]/);
  expect(text).not.toContain('/Encrypt');
  const descriptors = text.split('/Type /FontDescriptor').slice(1);
  expect(descriptors.length).toBeGreaterThan(3);
  expect(descriptors.filter((one) => !/^[^>]*\/FontFile[23] \d+ 0 R/.test(one))).toEqual([]);
  // A standard Type 1 font has no descriptor, so the check above would miss that it is not embedded.
  expect(text).not.toContain('/Subtype /Type1\n');
});
