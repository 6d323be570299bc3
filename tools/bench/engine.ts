/**
 * npm run bench -- --only engine
 *
 * Measures the CPU milliseconds of each part of the engine on a 1024 × 1024 photo. For comparison, it measures three
 * plain filters of OpenCV.js in the same run. Then it measures how time and memory grow from 0.5 to 12 megapixels (to 2
 * with --small). The ratios are valid on a busy machine too, but the elapsed milliseconds only on an idle one.
 */
import { demoFace, demoFacePath, readPicture, sharedFaceModel } from '../../engine/test/demo-faces.ts';
import type { DemoFace } from '../../engine/test/demo-faces.ts';
import { doseResponse, treatmentNames } from '../../engine/src/dose-response.ts';
import { recipeFor } from '../../engine/src/presets.ts';
import type { Picture } from '../../engine/src/picture.ts';
import { emptyRecipe, strengthsOf, withDose } from '../../engine/src/recipe.ts';
import { prepare, render } from '../../engine/src/simulate.ts';
import { faceWarp } from '../../engine/src/warp/face-warp.ts';
import { plainFiltersOn } from './opencv.ts';
import { median, tell } from './rows.ts';

const size = 1024;
/** Sides of a square photo of 0.5, 1, 2, 4, 8 and 12 megapixels. */
const sides = process.argv.includes('--small') ? [707, 1000, 1414] : [707, 1000, 1414, 2000, 2828, 3464];
/** Sizes of the camera frames in which the engine follows a face. */
const frames = [
  [640, 480],
  [1280, 720],
] as const;
/**
 * Number of measured frames. Following a face takes only a few milliseconds a frame, and the first frames run before
 * the code is optimised.
 */
const frameRepeats = 60;
/** Only a few repetitions, because large photos take seconds. */
const growthRepeats = 3;
/** Modules that read or write a plane of the photo: skin, relief, neck, folds, pigment, redness, eyes, radiance, volume, lips, composite, warp. */
const passes = 12;

const face = await demoFace('C', 'front', size);
const { picture, landmarks } = face;
const model = await sharedFaceModel();
const plan = recipeFor('harmonious');
const prepared = prepare(picture, landmarks);
const { width, height } = prepared.layers.size;
console.log(
  `Photo ${size} × ${size}, face window ${width} × ${height}, Node ${process.versions.node}          CPU     clock\n`,
);

report('detector', await medianOf(() => model.detectFaces(picture)));
for (const frame of [picture, ...(await Promise.all(frames.map(frameOf)))]) await follow(frame);
const preparing = report('prepare, once per photo', await medianOf(() => prepare(picture, landmarks)));
const rendering = report('render, whole plan', await medianOf(() => render(prepared, plan)));
report('  of which the lattice', await medianOf(() => faceWarp(picture, landmarks, strengthsOf(plan))));
for (const name of treatmentNames) {
  const recipe = withDose(emptyRecipe, name, doseResponse[name].max);
  report(`  ${name} alone`, await medianOf(() => render(prepared, recipe)));
}

const plain = await plainFiltersOn(picture);
const remap = report('OpenCV.js remap, cubic', await medianOf(plain.remap));
const bilateral = report('OpenCV.js bilateral, d = 9', await medianOf(plain.bilateral));
const pyramid = report('OpenCV.js Lab, Laplacian pyramid', await medianOf(plain.pyramid));
plain.dispose();
ratio('render / (remap + bilateral)', rendering, remap + bilateral);
ratio('(prepare + render) / (remap + bilateral + pyramid)', preparing + rendering, remap + bilateral + pyramid);

console.log(
  '\nGrowth    prepare + render   OpenCV.js    ratio   memory beyond the photo, bytes a pixel of it: all, and a pass',
);
for (const side of sides) await grow(side);
// OpenCV.js starts timers that would keep the process alive.
process.exit(0);

/** Returns a camera frame in which the face is as high as the frame. */
function frameOf([across, down]: readonly [number, number]): Promise<Picture> {
  return readPicture(demoFacePath('C', 'front'), { width: across, height: down, fit: 'contain' });
}

async function follow(frame: Picture): Promise<void> {
  const previous = await model.findLandmarks(frame);
  const timing = await medianOf(() => model.findLandmarks(frame, { previous }), frameRepeats);
  report(`landmarks, followed, ${frame.width} × ${frame.height}`, timing);
}

/**
 * Medians of repeated runs, in CPU time of the main thread and in clock time. On a busy machine, only the CPU time
 * shows the amount of work.
 */
interface Timing {
  readonly cpu_ms: number;
  readonly wall_ms: number;
}

async function medianOf(run: () => unknown, repeats = 7): Promise<Timing> {
  await run();
  const cpu: number[] = [];
  const wall: number[] = [];
  for (let i = 0; i < repeats; i++) {
    const before = process.threadCpuUsage();
    const start = performance.now();
    await run();
    wall.push(performance.now() - start);
    const { user, system } = process.threadCpuUsage(before);
    cpu.push((user + system) / 1000);
  }
  return { cpu_ms: median(cpu), wall_ms: median(wall) };
}

function report(name: string, { cpu_ms, wall_ms }: Timing): number {
  console.log(`${name.padEnd(48)}${cpu_ms.toFixed(1).padStart(8)} ms${wall_ms.toFixed(1).padStart(8)} ms`);
  return cpu_ms;
}

function ratio(name: string, value: number, baseline: number): void {
  console.log(`${name.padEnd(52)}${(value / baseline).toFixed(2)}`);
  tell({ part: 'engine', name, value, unit: 'ms', baseline, ratio: value / baseline });
}

async function grow(side: number): Promise<void> {
  const large = await demoFace('C', 'front', side);
  const filters = await plainFiltersOn(large.picture);
  const own = await medianOf(() => render(prepare(large.picture, large.landmarks), plan), growthRepeats);
  const theirs = await medianOf(() => {
    filters.remap();
    filters.bilateral();
    filters.pyramid();
  }, growthRepeats);
  filters.dispose();
  const bytes = (await memoryOf(large)) / (side * side);
  const cells = [
    `${((side * side) / 1e6).toFixed(1)} MP`.padEnd(10),
    `${own.cpu_ms.toFixed(0)} ms`.padStart(16),
    `${theirs.cpu_ms.toFixed(0)} ms`.padStart(12),
    (own.cpu_ms / theirs.cpu_ms).toFixed(2).padStart(9),
    bytes.toFixed(1).padStart(14),
    (bytes / passes).toFixed(1).padStart(8),
  ];
  console.log(cells.join(''));
}

/** Returns the bytes of the buffers that a rendering allocates and still uses at its end. */
async function memoryOf({ picture: photo, landmarks: points }: DemoFace): Promise<number> {
  const before = await bytesHeld();
  const ready = prepare(photo, points);
  const drawn = render(ready, plan);
  const after = await bytesHeld();
  return drawn.data.length > 0 && ready.layers.size.width > 0 ? after - before : 0;
}

/**
 * Returns the bytes of all buffers. It waits a moment, because unused buffers are freed only after a garbage
 * collection.
 */
async function bytesHeld(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  return process.memoryUsage().arrayBuffers;
}
