import sharp from 'sharp';
import type { PictureBytes } from '../storage/photo-store.ts';
import { JPEG, toPicture } from './picture.ts';
import { setLine, type TextLine } from './plate-text.ts';

export interface SimulationMark {
  /** Style and day in the patient's words, `harmonious · 18 Nov 2026`; stands behind "images virtuelles". */
  readonly details?: string;
}

/** Sizes as parts of the short side of the picture: still readable in the small version, 320 px wide. */
const TITLE = 0.034;
const LINE = 0.027;
const PADDING = 0.02;
const MARGIN = 0.024;
const RADIUS = 0.014;

/**
 * What the picture is, in the vocabulary of IPTC (cv.iptc.org/newscodes/digitalsourcetype). `compositeSynthetic`: captured pixels with computed ones among
 * them. `algorithmicallyEnhanced` means minor corrections, which would say too little of a face that does not exist yet;
 * `compositeWithTrainedAlgorithmicMedia` means that a generative model was used, which is not so.
 */
const SOURCE_TYPE = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeSynthetic';

const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="${SOURCE_TYPE}"><dc:description><rdf:Alt><rdf:li xml:lang="x-default">SIMULATION, images virtuelles. Not a photograph of a result.</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta>`;

/**
 * Burns the words SIMULATION and "images virtuelles" into a picture, on dark plates in two opposite corners so that cropping one leaves the other, and
 * adds the machine-readable mark (XMP). French law on retouched and virtual pictures asks for words in the picture itself.
 *
 * @param jpeg a picture made by `ingestPhoto`
 * @returns the marked picture, with a marked small version; `sha256` is that of the marked JPEG
 */
export async function markSimulation(jpeg: Buffer, mark: SimulationMark = {}): Promise<PictureBytes> {
  const { width, height } = await sharp(jpeg).metadata();
  const overlay = Buffer.from(plates(width, height, mark));
  const marked = await sharp(jpeg)
    .composite([{ input: overlay }])
    .jpeg(JPEG)
    .withXmp(XMP)
    .toBuffer();
  return toPicture(marked, { width, height }, XMP);
}

/** The overlay as SVG of the size of the picture. */
function plates(width: number, height: number, { details }: SimulationMark): string {
  const unit = Math.min(width, height);
  const title = setLine('SIMULATION', unit * TITLE, '600');
  const words = setLine(['images virtuelles', details].filter(Boolean).join(' · '), unit * LINE, '500');
  const top = plate([title, words], unit);
  const foot = plate([setLine('SIMULATION · images virtuelles', unit * LINE, '500')], unit);
  const margin = unit * MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
${at(width - margin - top.width, margin, top.svg)}
${at(margin, height - margin - foot.height, foot.svg)}
</svg>`;
}

/** Lines of text, flush right, on a rounded dark ground. The first of two is the title. */
function plate(lines: readonly TextLine[], unit: number): { width: number; height: number; svg: string } {
  const padding = unit * PADDING;
  const width = Math.max(...lines.map((line) => line.width)) + 2 * padding;
  const sizes = lines.map((_, i) => unit * (lines.length > 1 && i === 0 ? TITLE : LINE));
  let y = padding * 0.8;
  const rows = lines.map((line, i) => {
    const size = sizes[i] ?? 0;
    y += size * 1.3;
    return `<g fill="#fff" fill-opacity="${i === 0 ? 1 : 0.88}">${at(width - padding - line.width, y - size * 0.4, line.svg)}</g>`;
  });
  const height = y + padding * 0.6;
  return {
    width,
    height,
    svg: `<rect width="${width}" height="${height}" rx="${unit * RADIUS}" fill="#161412" fill-opacity=".8"/>${rows.join('')}`,
  };
}

const at = (x: number, y: number, svg: string): string =>
  `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})">${svg}</g>`;
