import glyphs from './plate-glyphs.json' with { type: 'json' };

/** Font weights for which `plate-glyphs.json` has outlines. Weight 600 has only the letters of the title. */
export type PlateWeight = '500' | '600';

type Glyph = [advance: number, outline: string];

const outlines = glyphs.weights as unknown as Record<PlateWeight, Record<string, Glyph>>;

/** A line of text as outlines. Its appearance does not depend on the fonts of the machine. */
export interface TextLine {
  /** In pixels. */
  readonly width: number;
  /** SVG, with the start of the base line at 0, 0. */
  readonly svg: string;
}

/**
 * Sets a line in Inter (SIL Open Font License). `plate-glyphs.json` contains the outlines of Latin letters, digits and
 * some signs. A letter without an outline loses its accent, and any other character becomes a space.
 *
 * @param size_px height of the em
 */
export function setLine(text: string, size_px: number, weight: PlateWeight): TextLine {
  const scale = size_px / glyphs.unitsPerEm;
  let x = 0;
  const paths: string[] = [];
  for (const char of text.normalize('NFC')) {
    const [advance, outline] = glyphOf(char, weight);
    if (outline)
      paths.push(
        `<path transform="translate(${(x * scale).toFixed(2)} 0) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})" d="${outline}"/>`,
      );
    x += advance;
  }
  return { width: x * scale, svg: paths.join('') };
}

function glyphOf(char: string, weight: PlateWeight): Glyph {
  const bare = char.normalize('NFD')[0] ?? ' ';
  return outlines[weight][char] ?? outlines['500'][char] ?? outlines['500'][bare] ?? outlines['500'][' '] ?? [0, ''];
}
