/**
 * node tools/bench/metrics.ts [--anchors] [folder of portraits …]
 *
 * Measures how much the skin scores of one face vary between photos, and how the scores depend on the lightness of the
 * skin. It also measures the milliseconds for each photo at 1024 × 1024. It uses the demo faces and the portraits in
 * the given folders. It prints only statistics of these portraits. `--anchors` first recalculates the scale and the
 * error bands from these faces (engine/data/metric-anchors.json).
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { demoFace, demoFacePath, people, readPicture } from '../../engine/test/demo-faces.ts';
import { median } from '../../engine/src/maths/statistics.ts';
import { heatMapOf } from '../../engine/src/metrics/heat-map.ts';
import { measureSkin } from '../../engine/src/metrics/measure-skin.ts';
import { scoreValues, sourceOf } from '../../engine/src/metrics/score-scale.ts';
import { typologyAngle } from '../../engine/src/metrics/skin-tone.ts';
import {
  measureFound,
  measureRepeatedly,
  pointsMoved,
} from '../../engine/src/metrics/test-support/repeat-measurement.ts';
import type { RepeatedMeasurement, shownScores } from '../../engine/src/metrics/test-support/repeat-measurement.ts';
import { headerRow, movesTable, scoreRow } from '../../engine/src/metrics/test-support/moves-table.ts';
import { lineThrough } from '../../engine/src/metrics/test-support/slopes.ts';
import { anchorsOf, writeAnchors } from '../../engine/src/metrics/test-support/set-anchors.ts';
import type { Moves } from '../../engine/src/metrics/test-support/set-anchors.ts';
import { shrinkPicture } from '../../engine/src/regions/shrink-picture.ts';

/** Side of the photos in pixels. A face can still be measured at 80 % of this size. */
const size = 1450;

const setsAnchors = process.argv.includes('--anchors');
const folders = process.argv.slice(2).filter((argument) => argument !== '--anchors');
const portraits = await measureAll(folders.flatMap((folder) => readdirSync(folder).map((file) => join(folder, file))));
const composites = await measureAll(people.map((person) => demoFacePath(person, 'front')));
const faces = [...portraits, ...composites];
const anchors = setsAnchors ? anchorsOf(faces) : undefined;
const moves = faces.map(movesOf);

console.log(`Points a score moves between two photos of one face: median [largest]. ${faces.length} faces`);
console.log(movesTable(moves));
printSlopes('cheek L*', 10, ({ first }) => first.colour.l);
printSlopes('ITA', 10, ({ first }) => typologyAngle(first.colour));
if (anchors) await writeAnchors(anchors, moves, portraits, composites);
await printSpeed();

async function measureAll(files: readonly string[]): Promise<RepeatedMeasurement[]> {
  const measured: RepeatedMeasurement[] = [];
  for (const file of files) {
    // A face that cannot be measured at its original size is skipped, because enlarging a small photo adds no pores.
    if (!(await measureFound(await readPicture(file)))) continue;
    const face = await measureRepeatedly(await readPicture(file, size));
    if (face) measured.push(face);
  }
  return measured;
}

function movesOf({ first, retaken }: RepeatedMeasurement): Moves {
  const before = scoreValues(first.raw, anchors);
  return retaken.map((again) => again && pointsMoved(before, scoreValues(again, anchors)));
}

/**
 * Prints how a score changes as the photographed skin gets lighter. The cause of a change may be the people, their age,
 * the lamp or the measurement. ITA is the individual typology angle. Without a colour reference, score and ITA depend
 * on the exposure as much as on the skin.
 */
function printSlopes(what: string, step: number, of: (face: RepeatedMeasurement) => number): void {
  const scored = (name: (typeof shownScores)[number]) =>
    faces.filter(({ first }) => name === 'overall' || !first.untold[sourceOf(name)]);
  const slopeOf = (name: (typeof shownScores)[number], own: readonly RepeatedMeasurement[]) => {
    const scores = own.map(({ first }) => scoreValues(first.raw, anchors)[name]);
    const { slope, confidence } = lineThrough(own.map(of), scores);
    return `${(step * slope).toFixed(1)} ±${confidence === null ? '–' : (step * confidence).toFixed(1)}`;
  };
  console.log(`\nPoints for ${step} of ${what}, with the half width at 95 %`);
  console.log(headerRow());
  console.log(scoreRow(`all ${faces.length}`, (name) => slopeOf(name, faces)));
  console.log(scoreRow('told', (name) => slopeOf(name, scored(name))));
  console.log(scoreRow('faces told', (name) => String(scored(name).length)));
}

async function printSpeed(): Promise<void> {
  // The engine refuses faces whose irises are less than 200 px apart. In the demo photo at a size of 1024, the irises
  // of face C are only 179 px apart. This function therefore cuts 1024 × 1024 px out of a larger demo photo. The face
  // then fills the frame, as in a portrait from a phone.
  const { picture, landmarks } = await demoFace('C', 'front', 1200);
  const part = { left: 88, top: 88, right: 1112, bottom: 1112 };
  const photo = shrinkPicture(picture, part, 1);
  const moved = landmarks.map(([x, y, z]) => [x - part.left, y - part.top, z] as const);
  const times = Array.from({ length: 8 }, () => timeOf(() => measureSkin(photo, moved))).slice(2);
  const measured = measureSkin(photo, moved);
  if (measured.kind === 'refused') throw new Error(`The demo face was refused: ${measured.code}`);
  const heat = Array.from({ length: 8 }, () => timeOf(() => heatMapOf(measured, 'pores'))).slice(2);
  console.log(
    `\n1024 × 1024: ${median(times).toFixed(0)} ms a photo, ${median(heat).toFixed(0)} ms a heat map (medians of 6)`,
  );
}

function timeOf(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}
