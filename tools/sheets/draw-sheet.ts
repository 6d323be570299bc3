import sharp from 'sharp';
import type { Picture } from '../../engine/src/picture.ts';
import type { Recipe } from '../../engine/src/recipe.ts';
import { pointsOf } from '../../engine/src/regions/work-area.ts';
import type { PreparedFace } from '../../engine/src/simulate.ts';

export interface SheetColumn {
  readonly title: string;
  readonly recipe: Recipe;
}

export interface SheetRow {
  readonly face: PreparedFace;
  readonly pictures: readonly Picture[];
}

const cell = 340;
const gap = 6;
const header = 26;
/** Margin around the shown landmarks, as a share of their box. It is larger below, where a neck may be. */
const margin = { side: 0.16, top: 0.16, bottom: 0.3 };

/** Draws a sheet with one row for each face and one column for each dose. A row has the same crop in every column. */
export function sheetOf(titles: readonly string[], rows: readonly SheetRow[], view: readonly number[]) {
  const width = titles.length * (cell + gap) + gap;
  const height = rows.length * (cell + gap) + gap + header;
  const pictures = rows.flatMap(({ face, pictures: row }, y) =>
    row.map(async (picture, x) => ({
      input: await cropOf(picture, face, view),
      left: gap + x * (cell + gap),
      top: header + gap + y * (cell + gap),
    })),
  );
  const words = titles
    .map((title, x) => `<text x="${gap + x * (cell + gap)}" y="18" fill="#fff" font-size="15">${title}</text>`)
    .join('');
  const heading = Buffer.from(`<svg width="${width}" height="${header}" font-family="sans-serif">${words}</svg>`);
  return {
    async toFile(file: string) {
      const background = { width, height, channels: 3, background: '#222' } as const;
      const parts = [{ input: heading, left: 0, top: 0 }, ...(await Promise.all(pictures))];
      const sheet = sharp({ create: background }).composite(parts);
      await (file.endsWith('.png') ? sheet.png() : sheet.jpeg({ quality: 92 })).toFile(file);
    },
  };
}

async function cropOf(picture: Picture, { landmarks }: PreparedFace, view: readonly number[]): Promise<Buffer> {
  const points = pointsOf(landmarks, view);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [w, h] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
  const size = Math.min(
    picture.width,
    picture.height,
    Math.round(Math.max(w * (1 + 2 * margin.side), h * (1 + margin.top + margin.bottom))),
  );
  const left = (Math.min(...xs) + Math.max(...xs) - size) / 2;
  const top = Math.min(...ys) - h * margin.top;
  return sharp(Buffer.from(picture.data), { raw: { width: picture.width, height: picture.height, channels: 4 } })
    .extract({
      left: Math.max(0, Math.min(picture.width - size, Math.round(left))),
      top: Math.max(0, Math.min(picture.height - size, Math.round(top))),
      width: size,
      height: size,
    })
    .resize(cell, cell)
    .removeAlpha()
    .png()
    .toBuffer();
}
