/**
 * npm run bench -- --only ingest
 *
 * Measures how long the service needs to receive a photo (check it, strip its metadata, encode it). It alternates with
 * measurements of sharp alone, which decodes, rotates, resizes and encodes the same photo. It prints the medians of the
 * CPU time (all threads) and of the elapsed time. The photo is a demo face with the grain of a sensor, stored as a
 * phone stores it: rotated by 90°, with EXIF.
 */
import sharp from 'sharp';
import { demoFace } from '../../engine/test/demo-faces.ts';
import { ingestPhoto } from '../../server/src/platform/images/ingest.ts';
import { JPEG } from '../../server/src/platform/images/picture.ts';
import { median, tell } from './rows.ts';

const ROUNDS = 9;
const LIMIT = 1.3;
const sizes = { '3 MP': [2000, 1500], '12 MP': [4000, 3000] } as const;

const { picture } = await demoFace('C', 'front', 1024);
for (const [name, [width, height]] of Object.entries(sizes)) {
  const bytes = await photoOf(width, height);
  const ours = { cpu: [] as number[], wall: [] as number[] };
  const bare = { cpu: [] as number[], wall: [] as number[] };
  for (let round = -2; round < ROUNDS; round++) {
    for (const [times, work] of [
      [ours, ingestPhoto],
      [bare, bareSharp],
    ] as const) {
      const { cpu, wall } = await timed(() => work(bytes));
      if (round < 0) continue;
      times.cpu.push(cpu);
      times.wall.push(wall);
    }
  }
  const [value, baseline] = [median(ours.cpu), median(bare.cpu)];
  const kept = await ingestPhoto(bytes);
  const stored_kB = (kept.jpeg.length + kept.thumb.length) / 1000;
  console.log(
    `${name}, ${(bytes.length / 1e6).toFixed(1)} MB: ${value.toFixed(0)} ms CPU (${median(ours.wall).toFixed(0)} by the clock), bare sharp ${baseline.toFixed(0)} (${median(bare.wall).toFixed(0)}), ratio ${(value / baseline).toFixed(2)} (at most ${LIMIT}), stored ${stored_kB.toFixed(0)} kB`,
  );
  tell({ part: 'ingest', name: `${name}, CPU`, value, unit: 'ms', baseline, ratio: value / baseline, most: LIMIT });
  tell({ part: 'ingest', name: `${name}, stored`, value: stored_kB, unit: 'kB' });
}

async function photoOf(width: number, height: number): Promise<Buffer> {
  const face = sharp(Buffer.from(picture.data.buffer, picture.data.byteOffset, picture.data.byteLength), {
    raw: { width: picture.width, height: picture.height, channels: 4 },
  });
  const large = await face.resize(width, height, { fit: 'cover' }).removeAlpha().raw().toBuffer();
  // The grain of a sensor. Without it the encoder would have less work than with any real photo.
  let seed = 1;
  for (let at = 0; at < large.length; at++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    large[at] = Math.max(0, Math.min(255, (large[at] ?? 0) + (seed >>> 28) - 7));
  }
  return sharp(large, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

async function bareSharp(bytes: Buffer): Promise<Buffer> {
  const jpeg = await sharp(bytes)
    .rotate()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg(JPEG)
    .toBuffer();
  return sharp(jpeg).resize({ width: 320, withoutEnlargement: true }).webp({ quality: 78 }).toBuffer();
}

async function timed(work: () => Promise<unknown>): Promise<{ cpu: number; wall: number }> {
  const before = process.cpuUsage();
  const start = performance.now();
  await work();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1000, wall };
}
