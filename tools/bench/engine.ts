/**
 * node tools/bench/engine.ts
 *
 * Milliseconds for each part of the engine on a 1024 × 1024 photo, and the ratio to two plain filters of OpenCV.js in the same run: a cubic
 * remap and a bilateral filter, about the least a retouching pipeline does. Medians; the machine should be idle.
 */
import { createRequire } from 'node:module';
import { demoFace, sharedFaceModel } from '../../engine/test/demo-faces.ts';
import { doseResponse, treatmentNames } from '../../engine/src/dose-response.ts';
import type { Picture } from '../../engine/src/picture.ts';
import { recipeFor } from '../../engine/src/presets.ts';
import { emptyRecipe, withDose } from '../../engine/src/recipe.ts';
import { prepare, render, renderSteps } from '../../engine/src/simulate.ts';
import type { PreparedFace } from '../../engine/src/simulate.ts';

const size = 1024;
const repeats = 7;

const { picture, landmarks } = await demoFace('C', 'front', size);
const model = await sharedFaceModel();
const plan = recipeFor('harmonious');
const prepared = prepare(picture, landmarks);
const { width, height } = prepared.layers.size;
console.log(
  `Photo ${size} × ${size}, face window ${width} × ${height}, Node ${process.versions.node}, median of ${repeats}\n`,
);

report('detector', await medianOf(() => model.detectFaces(picture)));
report('landmarks, followed', await medianOf(() => model.findLandmarks(picture, { previous: landmarks })));
const preparing = report('prepare, once per photo', await medianOf(() => prepare(picture, landmarks)));
const rendering = report('render, all treatments', await medianOf(() => render(prepared, plan)));
for (const [stage, ms] of await stageTimes(prepared)) report(`  ${stage}`, ms);
for (const name of treatmentNames) {
  const recipe = withDose(emptyRecipe, name, doseResponse[name].max);
  report(`  ${name} alone`, await medianOf(() => render(prepared, recipe)));
}

const opencv = await startOpenCv(picture);
const remap = report('OpenCV.js remap, cubic', await medianOf(opencv.remap));
const bilateral = report('OpenCV.js bilateral, d = 9', await medianOf(opencv.bilateral));
const plain = remap + bilateral;
console.log(`\nrender / (remap + bilateral)             ${(rendering / plain).toFixed(2)}`);
console.log(`(prepare + render) / (remap + bilateral) ${((preparing + rendering) / plain).toFixed(2)}`);
// OpenCV.js keeps timers alive.
process.exit(0);

function report(name: string, ms: number): number {
  console.log(`${name.padEnd(32)}${ms.toFixed(1).padStart(8)} ms`);
  return ms;
}

async function medianOf(run: () => unknown): Promise<number> {
  await run();
  const times: number[] = [];
  for (let i = 0; i < repeats; i++) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[repeats >> 1]!;
}

/** Of one rendering after warm-up: what passed before each stage reported. */
async function stageTimes(face: PreparedFace): Promise<Map<string, number>> {
  const times = new Map<string, number[]>();
  for (let i = 0; i < repeats; i++) {
    let last = performance.now();
    for (const { stage } of renderSteps(face, plan)) {
      const now = performance.now();
      times.set(stage, [...(times.get(stage) ?? []), now - last]);
      last = now;
    }
  }
  return new Map([...times].map(([stage, values]) => [stage, values.sort((a, b) => a - b)[values.length >> 1]!]));
}

/** The few parts of OpenCV.js that are used. */
interface OpenCv {
  Mat: new (...size: number[]) => OpenCvMat;
  matFromArray(rows: number, columns: number, type: number, values: ArrayLike<number>): OpenCvMat;
  remap(from: OpenCvMat, to: OpenCvMat, x: OpenCvMat, y: OpenCvMat, mode: number, border: number): void;
  bilateralFilter(from: OpenCvMat, to: OpenCvMat, d: number, colour: number, space: number, border: number): void;
  readonly [constant: `${'CV' | 'INTER' | 'BORDER'}_${string}`]: number;
}
interface OpenCvMat {
  readonly data32F: Float32Array;
}

async function startOpenCv(photo: Picture): Promise<{ remap(): void; bilateral(): void }> {
  const cv = await loadOpenCv();
  const colours = new Uint8Array(photo.width * photo.height * 3);
  for (let i = 0; i < colours.length; i++) colours[i] = photo.data[Math.floor(i / 3) * 4 + (i % 3)]!;
  const from = cv.matFromArray(photo.height, photo.width, cv.CV_8UC3!, colours);
  const to = new cv.Mat();
  const x = new cv.Mat(photo.height, photo.width, cv.CV_32FC1!);
  const y = new cv.Mat(photo.height, photo.width, cv.CV_32FC1!);
  for (let i = 0; i < photo.width * photo.height; i++) {
    const column = i % photo.width;
    const row = Math.floor(i / photo.width);
    x.data32F[i] = column + 3 * Math.sin(row / 40);
    y.data32F[i] = row + 3 * Math.cos(column / 40);
  }
  return {
    remap: () => cv.remap(from, to, x, y, cv.INTER_CUBIC!, cv.BORDER_REPLICATE!),
    bilateral: () => cv.bilateralFilter(from, to, 9, 40, 7, cv.BORDER_DEFAULT!),
  };
}

/** The module is ready, a promise, or calls back, depending on how its WebAssembly started. */
async function loadOpenCv(): Promise<OpenCv> {
  const loaded = createRequire(import.meta.url)('@techstark/opencv-js') as OpenCv & {
    then?: unknown;
    onRuntimeInitialized?: () => void;
  };
  if (!loaded.Mat && !(loaded instanceof Promise)) {
    await new Promise<void>((resolve) => {
      loaded.onRuntimeInitialized = resolve;
    });
  }
  const cv = loaded instanceof Promise ? ((await loaded) as OpenCv & { then?: unknown }) : loaded;
  // It looks like a promise and would be awaited for ever.
  Reflect.set(cv, 'then', undefined);
  return cv;
}
