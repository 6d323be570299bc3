import { join } from 'node:path';
import sharp from 'sharp';
import type { Picture } from '../../engine/src/picture.ts';
import type { ShownFault } from './check-renderings.ts';

const side = 200;
const gap = 6;
const caption = 20;
const mostOnAPage = 40;

/**
 * Draws a page for each kind of fault. A page shows at most forty faults, the largest first. Each fault has three crops
 * at 100 %: photo, rendering, and their difference, amplified four times.
 */
export async function drawFaults(folder: string, faults: readonly ShownFault[]): Promise<string[]> {
  const kinds = [...new Set(faults.map(({ kind }) => kind))];
  const files = kinds.map((kind) => join(folder, `fault-${kind}.png`));
  for (const [n, kind] of kinds.entries()) {
    const shown = faults.filter((fault) => fault.kind === kind).sort((p, q) => q.amount - p.amount);
    await drawPage(files[n] ?? '', shown.slice(0, mostOnAPage));
  }
  return files;
}

async function drawPage(file: string, faults: readonly ShownFault[]): Promise<void> {
  const columns = 2;
  const [width, height] = [3 * (side + gap) + gap, side + caption + gap];
  const parts = await Promise.all(
    faults.map(async (fault, n) => {
      const [left, top] = [(n % columns) * width, Math.floor(n / columns) * height];
      const crops = [fault.photo, fault.rendering, differenceOf(fault.photo, fault.rendering)];
      const title = `<svg width="${width}" height="${caption}"><text x="6" y="15" fill="#fff" font-size="13" font-family="sans-serif">${fault.title}: ${fault.amount.toFixed(1)}</text></svg>`;
      return [
        { input: Buffer.from(title), left, top },
        ...(await Promise.all(
          crops.map(async (picture, k) => ({
            input: await cropOf(picture, fault),
            left: left + gap + k * (side + gap),
            top: top + caption,
          })),
        )),
      ];
    }),
  );
  const page = { width: columns * width, height: Math.ceil(faults.length / columns) * height, channels: 3 } as const;
  await sharp({ create: { ...page, background: '#222' } })
    .composite(parts.flat())
    .png()
    .toFile(file);
}

function differenceOf({ width, height, data }: Picture, rendering: Picture): Picture {
  const out = data.map((value, i) => (i % 4 === 3 ? 255 : 128 + 4 * ((rendering.data[i] ?? 0) - value)));
  return { width, height, data: out };
}

function cropOf({ width, height, data }: Picture, { x, y }: ShownFault): Promise<Buffer> {
  const [across, down] = [Math.min(side, width), Math.min(side, height)];
  const within = (at: number, part: number, whole: number) =>
    Math.max(0, Math.min(whole - part, Math.round(at * whole - part / 2)));
  return sharp(Buffer.from(data), { raw: { width, height, channels: 4 } })
    .extract({ left: within(x, across, width), top: within(y, down, height), width: across, height: down })
    .removeAlpha()
    .png()
    .toBuffer();
}
