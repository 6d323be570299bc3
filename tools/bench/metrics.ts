/**
 * node tools/bench/metrics.ts [--anchors] [folder of portraits …]
 *
 * How far the skin scores of one face move when only the photo changes, by retake and by skin tone, and milliseconds a photo at 1024 × 1024.
 * On the demo faces and on the portraits of the given folders, of which nothing but statistics leaves this process. `--anchors` first sets
 * the scale and the error bands anew on these faces (engine/data/metric-anchors.json).
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { demoFace, demoFacePath, people, readPicture } from '../../engine/test/demo-faces.ts';
import { median } from '../../engine/src/maths/statistics.ts';
import { heatMapOf } from '../../engine/src/metrics/heat-map.ts';
import { measureSkin } from '../../engine/src/metrics/measure-skin.ts';
import { scoreValues } from '../../engine/src/metrics/score-scale.ts';
import { toneGroups } from '../../engine/src/metrics/skin-tone.ts';
import {
  measureFound,
  measureRepeatedly,
  pointsMoved,
} from '../../engine/src/metrics/test-support/repeat-measurement.ts';
import type { RepeatedMeasurement } from '../../engine/src/metrics/test-support/repeat-measurement.ts';
import { headerRow, movesRow, movesTable, scoreRow } from '../../engine/src/metrics/test-support/moves-table.ts';
import { anchorsOf, writeAnchors } from '../../engine/src/metrics/test-support/set-anchors.ts';
import type { Moves } from '../../engine/src/metrics/test-support/set-anchors.ts';
import { shrinkPicture } from '../../engine/src/regions/shrink-picture.ts';

/** Large enough that the retake at 80 % can still be measured. */
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
console.log('\nThe same by skin tone, and below it the mean score: a difference may be the faces or the measure');
console.log(headerRow());
for (const tone of toneGroups) printTone(tone);
if (anchors) await writeAnchors(anchors, moves, portraits, composites);
await printSpeed();

async function measureAll(files: readonly string[]): Promise<RepeatedMeasurement[]> {
  const measured: RepeatedMeasurement[] = [];
  for (const file of files) {
    // A small file enlarged has no more pores than before: its own size must do.
    if (!(await measureFound(await readPicture(file)))) continue;
    const face = await measureRepeatedly(await readPicture(file, size));
    if (face) measured.push(face);
  }
  return measured;
}

function movesOf({ first, retaken }: RepeatedMeasurement): Moves {
  const before = scoreValues(first.raw, anchors);
  return retaken.map((again) => again && pointsMoved(before, scoreValues(again.raw, anchors)));
}

function printTone(tone: (typeof toneGroups)[number]): void {
  const own = faces.filter(({ first }) => first.tone === tone);
  if (own.length === 0) {
    console.log(`${tone}: no face`);
    return;
  }
  console.log(movesRow(`${tone}, ${own.length}`, present(own.flatMap(movesOf))));
  // The mean of one would be that person's score.
  if (own.length === 1) return;
  const scores = own.map(({ first }) => scoreValues(first.raw, anchors));
  console.log(scoreRow('  mean score', (name) => mean(scores.map((score) => score[name])).toFixed(0)));
}

async function printSpeed(): Promise<void> {
  // C's irises are 179 px apart at 1024: the face is cut out of a larger picture, as a phone's portrait fills the frame.
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

function present<Value>(values: readonly (Value | null)[]): Value[] {
  return values.filter((value) => value !== null);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
