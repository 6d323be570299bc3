import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ingestPhoto } from './ingest.ts';
import { markSimulation } from './mark-simulation.ts';
import { setLine } from './plate-text.ts';

const WIDTH = 900;
const HEIGHT = 1200;

async function aPicture(): Promise<Buffer> {
  const png = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#c9a08c' } })
    .png()
    .toBuffer();
  return (await ingestPhoto(png)).jpeg;
}

/** Returns two shares of the pixels in an area: dark pixels (the plate) and white pixels (the words). */
async function shares(picture: Buffer, left: number, top: number, width: number, height: number) {
  const grey = await sharp(picture).extract({ left, top, width, height }).greyscale().raw().toBuffer();
  const share = (test: (value: number) => boolean) => grey.filter(test).length / grey.length;
  return { dark: share((v) => v < 70), white: share((v) => v > 215) };
}

test('trust 11: the mark SIMULATION is in the upper right corner of the picture and nowhere else', async () => {
  const jpeg = await aPicture();
  const marked = await markSimulation(jpeg, { details: 'harmonious · 18 Nov 2026' });

  const topRight = await shares(marked.jpeg, 560, 175, 310, 120);
  expect(topRight.dark).toBeGreaterThan(0.5);
  expect(topRight.white).toBeGreaterThan(0.04);
  for (const [left, top, width, height] of [
    [0, 0, WIDTH / 2, HEIGHT],
    [WIDTH / 2, 320, WIDTH / 2, HEIGHT - 320],
  ] as const)
    expect(await shares(marked.jpeg, left, top, width, height)).toEqual({ dark: 0, white: 0 });
  expect(marked).toMatchObject({ width: WIDTH, height: HEIGHT });
});

/**
 * The edges of an image after a crop around its centre to another aspect ratio. They are in pixels of the image and
 * were calculated by hand.
 */
const crops = [
  { of: [900, 1200], to: [4, 5], left: 0, top: 38, right: 900, bottom: 1162 },
  { of: [900, 1200], to: [1, 1], left: 0, top: 150, right: 900, bottom: 1050 },
  { of: [1200, 1200], to: [4, 5], left: 120, top: 0, right: 1080, bottom: 1200 },
  { of: [1600, 900], to: [4, 5], left: 440, top: 0, right: 1160, bottom: 900 },
  { of: [1600, 900], to: [1, 1], left: 350, top: 0, right: 1250, bottom: 900 },
] as const;

/** Returns the edges of the area with dark pixels (the plate), and the number of these pixels. */
async function markIn(jpeg: Buffer) {
  const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
  const area = { dark: 0, left: info.width, right: 0, top: info.height, bottom: 0 };
  for (const [at, value] of data.entries()) {
    if (value >= 70) continue;
    const [x, y] = [at % info.width, Math.floor(at / info.width)];
    area.dark += 1;
    area.left = Math.min(area.left, x);
    area.right = Math.max(area.right, x);
    area.top = Math.min(area.top, y);
    area.bottom = Math.max(area.bottom, y);
  }
  return area;
}

test.each(crops)(
  'trust 11: an image cut from $of to $to still shows the whole mark',
  async ({ of: [width, height], ...crop }) => {
    const plain = sharp({ create: { width, height, channels: 3, background: '#ffffff' } });
    const marked = await markSimulation(await plain.jpeg().toBuffer(), { details: 'harmonious · 18 Nov 2026' });
    const { dark, left, right, top, bottom } = await markIn(marked.jpeg);
    expect(dark).toBeGreaterThan(1000);
    // The mark is in the right half, so a divider in the middle of the image does not cut it.
    expect(left).toBeGreaterThan(width / 2);
    expect(right).toBeLessThan(crop.right);
    expect(top).toBeGreaterThan(crop.top);
    expect(bottom).toBeLessThan(crop.bottom);
  },
);

/** `right` and `top` are the edges of the mark, in pixels of the stored image. They were calculated by hand. */
const uploads = [
  {
    of: 'turned by its EXIF orientation',
    sides: [1200, 900],
    orientation: 6,
    stored: [900, 1200],
    right: 878,
    top: 172,
  },
  { of: 'larger than a stored image', sides: [5000, 3000], orientation: 1, stored: [4096, 2458], right: 2984, top: 47 },
] as const;

test.each(uploads)(
  'trust 11: the mark is in the upper right corner of the upright image if the upload is $of',
  async ({ sides: [width, height], orientation, stored, ...edges }) => {
    const plain = sharp({ create: { width, height, channels: 3, background: '#c9a08c' } });
    const marked = await markSimulation(await plain.withMetadata({ orientation }).jpeg().toBuffer());
    const meta = await sharp(marked.jpeg).metadata();
    expect([meta.width, meta.height]).toEqual(stored);
    expect([marked.width, marked.height]).toEqual(stored);
    expect(meta.orientation).toBeUndefined();
    const { left, right, top, bottom } = await markIn(marked.jpeg);
    expect(Math.abs(right - edges.right)).toBeLessThan(4);
    expect(Math.abs(top - edges.top)).toBeLessThan(4);
    expect(left).toBeGreaterThan(stored[0] / 2);
    expect(bottom).toBeLessThan(stored[1] / 3);
  },
);

test('trust 11: the metadata of a picture and its small version say that it is synthetic, and contain no EXIF', async () => {
  const marked = await markSimulation(await aPicture());
  for (const file of [marked.jpeg, marked.thumb]) {
    const { xmp, exif } = await sharp(file).metadata();
    expect(xmp?.toString()).toContain('http://cv.iptc.org/newscodes/digitalsourcetype/compositeSynthetic');
    expect(exif).toBeUndefined();
  }
});

test('a marked picture has the same bytes on a machine without any font', async () => {
  const jpeg = await aPicture();
  const script = `
    import { readFileSync } from 'node:fs';
    import { markSimulation } from ${JSON.stringify(join(import.meta.dirname, 'mark-simulation.ts'))};
    const { sha256 } = await markSimulation(readFileSync(0), { details: 'élégante' });
    process.stdout.write(sha256);`;
  const env = { PATH: process.env.PATH, FONTCONFIG_FILE: '/nonexistent', HOME: '/nonexistent' };
  const bare = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    input: jpeg,
    env,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  expect(bare).toBe((await markSimulation(jpeg, { details: 'élégante' })).sha256);
});

test('every letter of the mark has a stored outline, and an accent is drawn or left out', () => {
  const known = JSON.parse(readFileSync(join(import.meta.dirname, 'plate-glyphs.json'), 'utf8')).weights['500'];
  for (const char of 'images virtuelles SIMULATION · naturel harmonieux glamour août février décembre 0123456789')
    expect(known).toHaveProperty([char]);
  expect(setLine('é', 100, '500').svg).not.toBe(setLine('e', 100, '500').svg);
  expect(setLine('ş', 100, '500').svg).toBe(setLine('s', 100, '500').svg);
  expect(setLine('ii', 100, '500').width).toBeCloseTo(2 * setLine('i', 100, '500').width);
});
