import { createHash, randomFillSync } from 'node:crypto';
import { crc32, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { assertWhole } from './container.ts';
import { ingestPhoto } from './ingest.ts';

const noise = (width: number, height: number) =>
  sharp(randomFillSync(Buffer.alloc(width * height * 3)), { raw: { width, height, channels: 3 } });
const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c08070' } });
const photo = () => noise(800, 700).blur(3).jpeg().toBuffer();

/** Makes a PNG whose header declares a size that is too large to decode. */
async function bomb(width: number, height: number): Promise<Buffer> {
  const png = await flat(700, 700).png().toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

test('trust 5: an uploaded photo becomes upright and sRGB, and loses its metadata', async () => {
  const original = await noise(800, 700)
    .withExif({
      IFD0: { Make: 'SecretCam', Artist: 'Ada Patient' },
      IFD3: { GPSLatitude: '48/1 51/1 0/1', GPSLatitudeRef: 'N' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

  const picture = await ingestPhoto(original);
  const meta = await sharp(picture.jpeg).metadata();

  expect([picture.width, picture.height]).toEqual([700, 800]);
  expect(meta).toMatchObject({ format: 'jpeg', width: 700, height: 800, space: 'srgb', chromaSubsampling: '4:4:4' });
  for (const part of ['exif', 'xmp', 'iptc', 'icc', 'orientation'] as const) expect(meta[part]).toBeUndefined();
  expect(picture.jpeg.includes('SecretCam')).toBe(false);
  expect(picture.jpeg.includes('Ada Patient')).toBe(false);
  expect(picture.sha256).toBe(createHash('sha256').update(picture.jpeg).digest('hex'));
});

test('the small version is WebP of 320 px width, without metadata', async () => {
  const meta = await sharp((await ingestPhoto(await photo())).thumb).metadata();
  expect(meta).toMatchObject({ format: 'webp', width: 320, height: 280 });
  expect(meta.exif ?? meta.xmp ?? meta.icc).toBeUndefined();
});

test('a wide-gamut image is converted, not just relabelled', async () => {
  const p3 = await sharp({ create: { width: 700, height: 700, channels: 3, background: { r: 250, g: 20, b: 20 } } })
    .withIccProfile('p3')
    .png()
    .toBuffer();
  const [red, green] = await sharp((await ingestPhoto(p3)).jpeg)
    .raw()
    .toBuffer();

  expect(firstByteOf(p3)).toBeLessThan(240);
  expect(red).toBeGreaterThan(247);
  expect(green).toBeLessThan(24);
});

test.each(['png', 'webp', 'avif'] as const)('an image in %s is accepted', async (format) => {
  const made = await flat(640, 900).toFormat(format).toBuffer();
  expect(await ingestPhoto(made)).toMatchObject({ width: 640, height: 900 });
});

test('a photo with a second image at its end, as phones append it, is accepted', async () => {
  const tail = await noise(300, 300).jpeg().toBuffer();
  expect(await ingestPhoto(Buffer.concat([await photo(), tail]))).toMatchObject({ width: 800 });
});

test('a JPEG with fill bytes before its markers is accepted', async () => {
  const plain = await photo();
  const filled = Buffer.concat([plain.subarray(0, 2), Buffer.from([0xff, 0xff]), plain.subarray(2)]);
  expect(await ingestPhoto(filled)).toMatchObject({ width: 800 });
  await expect(ingestPhoto(filled.subarray(0, -500))).rejects.toMatchObject({ code: 'PHOTO_TRUNCATED' });
});

const frames = (format: 'gif' | 'webp') => {
  const pixels = Buffer.alloc(700 * 1400 * 3, 200).fill(90, 0, 700 * 700 * 3);
  return sharp(pixels, { raw: { width: 700, height: 1400, channels: 3, pageHeight: 700 } })
    .toFormat(format)
    .toBuffer();
};

const refused: [string, string, () => Promise<Buffer>][] = [
  ['text', 'PHOTO_NOT_A_PICTURE', async () => Buffer.from('not a picture')],
  ['nothing', 'PHOTO_NOT_A_PICTURE', async () => Buffer.alloc(0)],
  [
    'SVG',
    'PHOTO_NOT_A_PICTURE',
    async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>'),
  ],
  [
    'SVG with an XML head',
    'PHOTO_NOT_A_PICTURE',
    async () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
  ],
  ['a page named .jpg', 'PHOTO_NOT_A_PICTURE', async () => Buffer.from('<html><script>alert(1)</script>')],
  ['PDF', 'PHOTO_NOT_A_PICTURE', async () => Buffer.from('%PDF-1.7\n%âãÏÓ')],
  [
    'a picture with a script in a comment',
    'PHOTO_NOT_A_PICTURE',
    async () => withComment(await photo(), '<script>alert(1)</script>'),
  ],
  [
    'a picture with a drawing in a comment',
    'PHOTO_NOT_A_PICTURE',
    async () => withComment(await photo(), '<svg onload=alert(1)>'),
  ],
  [
    'a picture with a page between two scans',
    'PHOTO_NOT_A_PICTURE',
    async () => withSegmentAtEnd(await photo(), '<HTML><body onload=alert(1)>'),
  ],
  [
    'a picture with a page behind it',
    'PHOTO_NOT_A_PICTURE',
    async () => Buffer.concat([await photo(), Buffer.from('\n<html><script>alert(1)</script>')]),
  ],
  [
    'a picture with a document behind it',
    'PHOTO_NOT_A_PICTURE',
    async () => Buffer.concat([await photo(), Buffer.from('%PDF-1.7\n')]),
  ],
  [
    'a PNG with a page in a text chunk',
    'PHOTO_NOT_A_PICTURE',
    async () => withTextChunk(await flat(700, 700).png().toBuffer(), '<script>alert(1)</script>'),
  ],
  [
    'a WebP with a page behind it',
    'PHOTO_NOT_A_PICTURE',
    async () => Buffer.concat([await flat(700, 700).webp().toBuffer(), Buffer.from('<html><body onload=alert(1)>')]),
  ],
  [
    'an AVIF with a page behind it',
    'PHOTO_NOT_A_PICTURE',
    async () => Buffer.concat([await flat(700, 700).avif().toBuffer(), Buffer.from('<html><body onload=alert(1)>')]),
  ],
  [
    'an AVIF that is an archive too',
    'PHOTO_NOT_A_PICTURE',
    async () =>
      Buffer.concat([
        await flat(700, 700).avif().toBuffer(),
        Buffer.from('PK\u0003\u0004 … PK\u0005\u0006' + '\0'.repeat(18)),
      ]),
  ],
  [
    'an AVIF with an archive in a box behind it',
    'PHOTO_NOT_A_PICTURE',
    async () =>
      Buffer.concat([await flat(700, 700).avif().toBuffer(), box('free', 'xPK\u0005\u0006' + '\0'.repeat(18))]),
  ],
  ['an AVIF cut in half', 'PHOTO_TRUNCATED', async () => (await flat(700, 700).avif().toBuffer()).subarray(0, -10)],
  [
    'a picture that is an archive too',
    'PHOTO_NOT_A_PICTURE',
    async () => Buffer.concat([await photo(), Buffer.from('xPK\u0005\u0006' + '\0'.repeat(18))]),
  ],
  [
    'a picture that is a program too',
    'PHOTO_NOT_A_PICTURE',
    async () => Buffer.concat([await photo(), Buffer.from('\u007fELF\u0002\u0001')]),
  ],
  ['a header without pixels', 'PHOTO_TRUNCATED', async () => (await photo()).subarray(0, 40)],
  ['a JPEG cut in half', 'PHOTO_TRUNCATED', async () => (await photo()).subarray(0, 20_000)],
  [
    'a JPEG cut in half with an end put on',
    'PHOTO_TRUNCATED',
    async () => Buffer.concat([(await photo()).subarray(0, 20_000), Buffer.from([0xff, 0xd9])]),
  ],
  ['a PNG cut in half', 'PHOTO_TRUNCATED', async () => (await noise(700, 700).png().toBuffer()).subarray(0, 200_000)],
  ['a WebP cut in half', 'PHOTO_TRUNCATED', async () => (await noise(700, 700).webp().toBuffer()).subarray(0, 50_000)],
  ['an animated GIF', 'PHOTO_ANIMATED', () => frames('gif')],
  ['an animated WebP', 'PHOTO_ANIMATED', () => frames('webp')],
  ['one side too small', 'PHOTO_TOO_SMALL', () => flat(2000, 639).jpeg().toBuffer()],
  ['100 megapixels in 2 kB', 'PHOTO_TOO_MANY_PIXELS', () => bomb(10_000, 10_000)],
  ['4 terapixels in 2 kB', 'PHOTO_TOO_MANY_PIXELS', () => bomb(2_000_000, 2_000_000)],
  ['26 MB', 'PHOTO_TOO_BIG', async () => Buffer.concat([await photo(), Buffer.alloc(26 * 1024 * 1024)])],
];

test.each(refused)(
  'trust 22: %s is refused as %s within a second, with less than 80 MB of additional memory',
  async (_name, code, make) => {
    const bytes = await make();
    const before = process.memoryUsage().rss;
    const start = performance.now();
    expect(
      await ingestPhoto(bytes).then(
        () => 'accepted',
        (error) => error.code,
      ),
    ).toBe(code);
    expect(performance.now() - start).toBeLessThan(1000);
    expect(process.memoryUsage().rss - before).toBeLessThan(80 * 1024 * 1024);
  },
);

test('trust 22: markers of other formats that occur in compressed pixels do not get a photo refused', async () => {
  const jpeg = await photo();
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda])) + 400;
  const signatures = [
    '<svg',
    '<svg ',
    '<svg onload',
    '<script>alert',
    '<html>',
    '%PDF-1.7',
    'MZ',
    'PK\u0005\u0006\0\0\0\0',
    '#!',
  ];
  const pixels = fc.array(
    fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0xff))),
      fc.constantFrom(...signatures).map((text) => Buffer.from(text, 'latin1')),
      fc.constantFrom([0xff, 0], [0xff, 0xd3], [0xff, 0xff, 0]).map((bytes) => Buffer.from(bytes)),
    ),
    { maxLength: 40 },
  );
  const withPixels = (parts: readonly Buffer[]) =>
    Buffer.concat([jpeg.subarray(0, scan), ...parts, Buffer.from([0xff, 0xd9])]);
  const isWhole = fc.property(pixels, (parts) => assertWhole(withPixels(parts), 'image/jpeg'));
  expect(() => fc.assert(isWhole)).not.toThrow();
});

test('the search for foreign markers is quick even for 25 MB of the worst possible pixels', () => {
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 2]);
  const bytes = Buffer.concat([head, Buffer.alloc(25_000_000, Buffer.from([0xff, 0])), Buffer.from([0xff, 0xd9])]);
  const start = performance.now();
  assertWhole(bytes, 'image/jpeg');
  expect(performance.now() - start).toBeLessThan(500);
});

test('trust 22: a real JPEG of 100 megapixels, which is small on disk, is refused by its header', async () => {
  const big = await sharp({
    create: { width: 10_000, height: 10_000, channels: 3, background: '#888' },
    limitInputPixels: false,
  })
    .jpeg()
    .toBuffer();
  const start = performance.now();
  await expect(ingestPhoto(big)).rejects.toMatchObject({ code: 'PHOTO_TOO_MANY_PIXELS', data: { max_megapixels: 50 } });
  expect(performance.now() - start).toBeLessThan(200);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])('EXIF orientation %i is applied as sharp would apply it', async (orientation) => {
  // The four quarters of the image have different greys, so that every rotation and mirror image differs.
  const quarter = (level: number) => ({
    create: { width: 350, height: 450, channels: 3 as const, background: { r: level, g: level, b: level } },
  });
  const lying = await sharp({ create: { width: 700, height: 900, channels: 3, background: '#101010' } })
    .composite([
      { input: quarter(80), left: 350, top: 0 },
      { input: quarter(160), left: 0, top: 450 },
      { input: quarter(240), left: 350, top: 450 },
    ])
    .jpeg()
    .withMetadata({ orientation })
    .toBuffer();
  const { jpeg } = await ingestPhoto(lying);
  expect(await corners(jpeg)).toEqual(await corners(await sharp(lying).autoOrient().jpeg().toBuffer()));
});

test('a stored photo has at most 4096 pixels on its longer side', async () => {
  const lying = await flat(5000, 3000).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  expect(await ingestPhoto(lying)).toMatchObject({ width: 2458, height: 4096 });
});

test('progressive and WebP images, which must be decoded as a whole, may have at most 20 megapixels', async () => {
  const expected = { code: 'PHOTO_TOO_MANY_PIXELS', data: { max_megapixels: 20 } };
  await expect(ingestPhoto(await flat(5001, 4000).jpeg({ progressive: true }).toBuffer())).rejects.toMatchObject(
    expected,
  );
  await expect(ingestPhoto(await flat(5001, 4000).png({ progressive: true }).toBuffer())).rejects.toMatchObject(
    expected,
  );
  await expect(ingestPhoto(await flat(5001, 4000).webp().toBuffer())).rejects.toMatchObject(expected);
  await expect(ingestPhoto(await flat(5001, 4000).jpeg().toBuffer())).resolves.toMatchObject({ width: 4096 });
});

test('an image with sides of 640 pixels is accepted, and a side of 639 pixels is refused', async () => {
  expect(await ingestPhoto(await flat(640, 640).jpeg().toBuffer())).toMatchObject({ width: 640, height: 640 });
  await expect(ingestPhoto(await flat(640, 639).jpeg().toBuffer())).rejects.toMatchObject({ data: { min_px: 640 } });
});

/** Returns the grey level of each corner, rounded so coarsely that compression does not matter. */
async function corners(jpeg: Buffer): Promise<number[]> {
  const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
  const right = info.width - 10;
  const bottom = (info.height - 10) * info.width;
  return [10, right, bottom + 10, bottom + right].map((at) => Math.round((data[at * info.channels] ?? 0) / 20));
}

/** Inserts a comment segment after the start of a JPEG. */
function withComment(jpeg: Buffer, text: string): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(text), jpeg.subarray(2)]);
}

/** Inserts an application segment after the last byte of the scan. */
function withSegmentAtEnd(jpeg: Buffer, text: string): Buffer {
  const head = Buffer.from([0xff, 0xed, 0, text.length + 2]);
  return Buffer.concat([jpeg.subarray(0, -2), head, Buffer.from(text), jpeg.subarray(-2)]);
}

/** Inserts a tEXt chunk after the header of a PNG. */
/** Makes a box of an AVIF (length, type, data). */
function box(type: string, data: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length + 8);
  return Buffer.concat([length, Buffer.from(type + data, 'latin1')]);
}

function withTextChunk(png: Buffer, text: string): Buffer {
  const body = Buffer.from(`tEXtComment\0${text}`);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, 33), length, body, sum, png.subarray(33)]);
}

/**
 * Returns the first sample as it is stored in a PNG, before any colour management. PNG filters do not change the first
 * pixel.
 */
function firstByteOf(png: Buffer): number {
  const at = png.indexOf('IDAT');
  return inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)), { finishFlush: 2 })[1] ?? 0;
}
