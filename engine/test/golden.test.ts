import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { leftCheek } from '../src/model/landmark-groups.ts';
import type { Picture } from '../src/picture.ts';
import { recipeFor } from '../src/presets.ts';
import { prepare, render } from '../src/simulate.ts';
import { compare, wholeOf } from './compare.ts';
import { demoFace, people, readPicture } from './demo-faces.ts';

/**
 * The golden images are crops from brow to mouth, drawn with the harmonious preset and approved by a person. The
 * tolerance allows for another version of the JPEG decoder or a slightly moved landmark, but not for a visible change.
 * After an intended change, run with UPDATE_GOLDEN=1 and look at the new images.
 */
const side = 144;

test.each(people)('the harmonious rendering of person %s looks like the approved picture', async (person) => {
  const { picture, landmarks } = await demoFace(person, 'front', 480);
  const rendered = render(prepare(picture, landmarks), recipeFor('harmonious'));
  const x = Math.round(Math.min(...leftCheek.map((index) => landmarks[index]![0])) - 0.6 * side);
  const crop = await cropOf(rendered, x, Math.round(landmarks[9]![1]));
  const file = fileURLToPath(new URL(`./golden/${person}.png`, import.meta.url));
  if (process.env.UPDATE_GOLDEN) await toSharp(crop).png({ compressionLevel: 9 }).toFile(file);

  expect(existsSync(file), 'no golden picture: run once with UPDATE_GOLDEN=1').toBe(true);
  expect(compare(crop, await readPicture(file), wholeOf(crop)).psnr_db).toBeGreaterThan(44);
});

async function cropOf(picture: Picture, left: number, top: number): Promise<Picture> {
  const { data } = await toSharp(picture)
    .extract({ left, top, width: side, height: side })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: side, height: side, data: new Uint8ClampedArray(data) };
}

function toSharp({ width, height, data }: Picture) {
  return sharp(Buffer.from(data), { raw: { width, height, channels: 4 } }).removeAlpha();
}
