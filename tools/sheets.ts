/**
 * npm run sheets -- [--out FOLDER] [--only TREATMENT,…,styles,faults,volume] [--faces NAME,…] [--before CHECKOUT]
 * [folder of portraits …]
 *
 * Draws contact sheets for review: one for each treatment and one for the styles. Each portrait and each pose of the
 * demo faces has a row, with columns from the photo to the highest dose. `faults` checks every style and treatment and
 * prints a line for each fault. For each kind of fault, it draws a page with photo, rendering and difference at 100 %.
 * `volume` draws each filler at three doses. With `--before`, each image is next to the same image by the engine of
 * another checkout. Sheets go to FOLDER, by default in the system's temporary folder. Do not choose a FOLDER inside
 * this repository, because private portraits must not be committed.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { demoFacePath, people, poses, readPicture, sharedFaceModel } from '../engine/test/demo-faces.ts';
import { doseResponse, treatmentNames } from '../engine/src/dose-response.ts';
import { recipeFor, styles } from '../engine/src/presets.ts';
import { emptyRecipe, withDose } from '../engine/src/recipe.ts';
import type { Recipe } from '../engine/src/recipe.ts';
import { prepare, render } from '../engine/src/simulate.ts';
import type { PreparedFace } from '../engine/src/simulate.ts';
import { main, say, SetupError } from './setup/say.mjs';
import { checkRenderings } from './sheets/check-renderings.ts';
import type { NamedFace } from './sheets/check-renderings.ts';
import { drawFaults } from './sheets/draw-faults.ts';
import { drawVolume } from './sheets/draw-volume.ts';
import { sheetOf } from './sheets/draw-sheet.ts';
import type { SheetColumn, SheetRow } from './sheets/draw-sheet.ts';
import { viewOf } from './sheets/views.ts';

/** Shares of the highest dose. */
const shares = [0.25, 0.5, 1];
const photoSize = 1024;
const sheets = [...treatmentNames, 'styles'] as const;
const pages = [...sheets, 'faults', 'volume'] as const;

await main(async () => {
  const { values, positionals } = parseArgs({
    options: {
      out: { type: 'string' },
      only: { type: 'string' },
      faces: { type: 'string' },
      before: { type: 'string' },
    },
    allowPositionals: true,
  });
  const out = values.out ?? join(tmpdir(), 'flaira-sheets');
  const only = values.only?.split(',') ?? pages;
  const wanted = values.faces?.split(',');
  const unknown = only.filter((name) => !pages.some((one) => one === name));
  if (unknown.length > 0)
    throw new SetupError(`No sheet is named ${unknown.join(', ')}. There are: ${pages.join(', ')}`);
  mkdirSync(out, { recursive: true });
  const portraits = positionals.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => /\.(jpe?g|png|webp)$/i.test(file))
      .map((file) => join(folder, file)),
  );
  const demos = people.flatMap((person) => poses.map((pose) => demoFacePath(person, pose)));
  const faces = await readFaces([...portraits, ...demos].filter((file) => wanted?.includes(nameOf(file)) ?? true));
  for (const name of sheets.filter((one) => only.includes(one)))
    await drawSheet(
      join(out, `${name}.jpg`),
      faces.map(({ face }) => face),
      columnsOf(name),
      viewOf(name === 'styles' ? null : name),
    );
  if (only.includes('volume')) await drawVolume(out, faces, values.before);
  if (only.includes('faults')) await drawFaults(out, checkRenderings(faces));
  say(`${faces.length} faces in ${out}`);
});

function columnsOf(name: (typeof sheets)[number]): SheetColumn[] {
  if (name === 'styles') return styles.map((style) => ({ title: style, recipe: recipeFor(style) }));
  const { max, unit } = doseResponse[name];
  return shares.map((share) => {
    const recipe = withDose(emptyRecipe, name, max * share);
    return { title: `${name} ${String(recipe.treatments[name])} ${unit}`, recipe };
  });
}

function nameOf(file: string): string {
  return basename(file).replace(/\.\w+$/, '');
}

async function readFaces(files: readonly string[]): Promise<NamedFace[]> {
  const model = await sharedFaceModel();
  const found: NamedFace[] = [];
  for (const file of files) {
    const photo = await readPicture(file, photoSize);
    const landmarks = await model.findLandmarks(photo);
    if (landmarks) found.push({ name: nameOf(file), face: prepare(photo, landmarks) });
    else say(`No face in ${file}`);
  }
  return found;
}

async function drawSheet(
  file: string,
  faces: readonly PreparedFace[],
  columns: readonly SheetColumn[],
  view: readonly number[],
): Promise<void> {
  const rows = faces.map((face): SheetRow => {
    const draw = (recipe: Recipe) => render(face, recipe);
    return { face, pictures: [face.photo, ...columns.map(({ recipe }) => draw(recipe))] };
  });
  await sheetOf(['photo', ...columns.map((column) => column.title)], rows, view).toFile(file);
}
