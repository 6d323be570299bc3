import sharp, { type OverlayOptions } from 'sharp';
import type { PictureBytes } from '../storage/photo-store.ts';
import { openPhoto } from './ingest.ts';
import { toPicture } from './picture.ts';
import { setLine, type TextLine } from './plate-text.ts';

export interface SimulationMark {
  /**
   * Style and day in the patient's language, such as `harmonious · 18 Nov 2026`. They follow the words "images
   * virtuelles" in the mark.
   */
  readonly details?: string;
}

/**
 * Sizes as shares of the shorter side of the area that every crop shows (`safeArea`). At these sizes the words are
 * readable in the small image, 320 px wide.
 */
const TITLE = 0.034;
const LINE = 0.027;
const PADDING = 0.02;
const MARGIN = 0.024;
const RADIUS = 0.014;

/**
 * The kind of image, in the vocabulary of IPTC (cv.iptc.org/newscodes/digitalsourcetype). `compositeSynthetic` means a
 * mixture of captured and computed pixels. `algorithmicallyEnhanced` means minor corrections, which would understate
 * the changes to a simulated face. `compositeWithTrainedAlgorithmicMedia` means that a generative model was used, which
 * is not true.
 */
const SOURCE_TYPE = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeSynthetic';

const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="${SOURCE_TYPE}"><dc:description><rdf:Alt><rdf:li xml:lang="x-default">SIMULATION, images virtuelles. Not a photograph of a result.</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta>`;

/**
 * Draws the words SIMULATION and "images virtuelles" into an image, and adds the machine-readable mark (XMP). French
 * law on retouched and virtual images requires words in the image itself. The words are on a dark plate in the upper
 * right corner of the area that every crop shows. The plate is narrower than half of that area, so a divider in the
 * middle does not cut it. Screens repeat the words as an overlay at the bottom.
 *
 * The image is decoded and encoded once, so its skin loses no more detail than that of a photo.
 *
 * @param bytes an upload, which is checked as `ingestPhoto` checks it
 * @returns the marked image, with a marked small version; `sha256` is the hash of the marked JPEG
 * @throws Refusal as `ingestPhoto` does
 */
export async function markSimulation(bytes: Buffer, mark: SimulationMark = {}): Promise<PictureBytes> {
  const photo = await openPhoto(bytes);
  const plate = await drawPlate(photo.width, photo.height, mark);
  return toPicture(await photo.encode((picture) => picture.composite([plate]).withXmp(XMP)), XMP);
}

/** Aspect ratios (width divided by height) of the boxes to which screens crop an image. A crop is centred. */
const CROPS = [4 / 5, 1];

/** Returns the part of an image that every crop shows. */
export function safeArea(width: number, height: number): { x: number; y: number; width: number; height: number } {
  const safeWidth = Math.min(width, ...CROPS.map((ratio) => height * ratio));
  const safeHeight = Math.min(height, ...CROPS.map((ratio) => width / ratio));
  return { x: (width - safeWidth) / 2, y: (height - safeHeight) / 2, width: safeWidth, height: safeHeight };
}

/** Draws the plate for an image with these sides, and returns where it belongs. */
async function drawPlate(width: number, height: number, { details }: SimulationMark): Promise<OverlayOptions> {
  const safe = safeArea(width, height);
  const unit = Math.min(safe.width, safe.height);
  const margin = unit * MARGIN;
  const words = ['SIMULATION', 'images virtuelles'];
  const plate = plateOf(details ? [...words, details] : words, unit, safe.width / 2 - 2 * margin);
  const [x, y] = [safe.x + safe.width - margin - plate.width, safe.y + margin];
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.ceil(x + plate.width) - left}" height="${Math.ceil(y + plate.height) - top}">
${at(x - left, y - top, plate.svg)}
</svg>`;
  // An image of the size of the plate is put together twice as fast as an overlay of the size of the photo.
  const { data, info } = await sharp(Buffer.from(svg)).raw().toBuffer({ resolveWithObject: true });
  return { input: data, raw: info, left, top };
}

interface Plate {
  readonly width: number;
  readonly height: number;
  readonly svg: string;
}

/**
 * Returns right-aligned lines of text on a rounded dark plate. The first line is the title. If a line would make the
 * plate wider than `widest`, it gets a smaller font size.
 */
function plateOf(texts: readonly string[], unit: number, widest: number): Plate {
  const padding = unit * PADDING;
  const lines = texts.map((text, i) =>
    fitLine(text, unit * (i === 0 ? TITLE : LINE), i === 0 ? '600' : '500', widest - 2 * padding),
  );
  const width = Math.max(...lines.map(({ line }) => line.width)) + 2 * padding;
  let y = padding * 0.8;
  const rows = lines.map(({ line, size }, i) => {
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

function fitLine(text: string, size: number, weight: '500' | '600', widest: number): { line: TextLine; size: number } {
  const line = setLine(text, size, weight);
  if (line.width <= widest) return { line, size };
  const smaller = (size * widest) / line.width;
  return { line: setLine(text, smaller, weight), size: smaller };
}

const at = (x: number, y: number, svg: string): string =>
  `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})">${svg}</g>`;
