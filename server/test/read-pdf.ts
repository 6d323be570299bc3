import { inflateSync } from 'node:zlib';

/** Text drawn in one operation, from left to right on the page. */
export interface Drawn {
  readonly x: number;
  readonly y: number;
  readonly font: string;
  /** Numbers of glyphs in the embedded subset. 0 is the box for a character that the font lacks. */
  readonly glyphs: readonly number[];
  /** The text that a reader would copy. */
  readonly text: string;
}

/** Reads the drawn texts of a PDF that pdfkit made, page by page. */
export function readPdf(pdf: Buffer): Drawn[][] {
  const objects = objectsOf(pdf);
  const reference = (text: string, name: string): string =>
    objects.get(Number(new RegExp(`/${name} (\\d+) 0 R`).exec(text)?.[1]))?.head ?? '';
  const streamOf = (text: string, name: string): string =>
    objects.get(Number(new RegExp(`/${name} (\\d+) 0 R`).exec(text)?.[1]))?.stream ?? '';
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/.test(head));
  return pages.map(({ head }) => {
    const fonts = new Map<string, { name: string; letters: Map<number, string> }>();
    for (const [, name = '', id] of reference(head, 'Resources').matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const font = objects.get(Number(id))?.head ?? '';
      fonts.set(name, {
        name: /\/BaseFont \/(\S+)/.exec(font)?.[1] ?? '',
        letters: lettersOf(streamOf(font, 'ToUnicode')),
      });
    }
    return drawnIn(streamOf(head, 'Contents'), fonts);
  });
}

function drawnIn(content: string, fonts: Map<string, { name: string; letters: Map<number, string> }>): Drawn[] {
  const drawn: Drawn[] = [];
  let [x, y, font] = [0, 0, ''];
  for (const line of content.split('\n')) {
    const at = /^1 0 0 1 (\S+) (\S+) Tm$/.exec(line);
    if (at) [x, y] = [Number(at[1]), Number(at[2])];
    font = /^\/(F\d+) /.exec(line)?.[1] ?? font;
    if (!line.endsWith(' TJ')) continue;
    const hex = [...line.matchAll(/<([0-9a-f]+)>/g)].map(([, digits]) => digits).join('');
    const glyphs = (hex.match(/.{4}/g) ?? []).map((digits) => Number.parseInt(digits, 16));
    const { name = '', letters } = fonts.get(font) ?? {};
    drawn.push({ x, y, font: name, glyphs, text: glyphs.map((glyph) => letters?.get(glyph) ?? '').join('') });
  }
  return drawn;
}

/** Returns the characters of each glyph number. pdfkit writes the glyph numbers in order, in blocks of up to 256. */
function lettersOf(cmap: string): Map<number, string> {
  const letters = new Map<number, string>();
  for (const [, from = '', list = ''] of cmap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g))
    [...list.matchAll(/<([0-9a-f ]*)>/g)].forEach(([, hex = ''], index) => {
      const units = (hex.replaceAll(' ', '').match(/.{4}/g) ?? []).map((digits) => Number.parseInt(digits, 16));
      letters.set(Number.parseInt(from, 16) + index, String.fromCharCode(...units));
    });
  return letters;
}

function objectsOf(pdf: Buffer): Map<number, { head: string; stream: string }> {
  const objects = new Map<number, { head: string; stream: string }>();
  const text = pdf.toString('latin1');
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const start = match.index + match[0].length;
    const end = text.indexOf('\nendobj', start);
    const at = text.indexOf('\nstream\n', start);
    const hasStream = at !== -1 && at < end;
    const bytes = hasStream ? pdf.subarray(at + 8, text.lastIndexOf('\nendstream', end)) : null;
    const head = text.slice(start, hasStream ? at : end);
    const isText = bytes && head.includes('FlateDecode') && !/\/Subtype \/(Image|CIDFontType0C)|Length1/.test(head);
    objects.set(Number(match[1]), { head, stream: isText ? inflateSync(bytes).toString('latin1') : '' });
  }
  return objects;
}
