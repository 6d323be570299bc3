import { createRequire } from 'node:module';
import type { Picture } from '../../engine/src/picture.ts';

/** The few parts of OpenCV.js that this benchmark uses. */
interface OpenCv {
  Mat: new (...size: number[]) => OpenCvMat;
  Size: new (width: number, height: number) => unknown;
  matFromArray(rows: number, columns: number, type: number, values: ArrayLike<number>): OpenCvMat;
  remap(from: OpenCvMat, to: OpenCvMat, x: OpenCvMat, y: OpenCvMat, mode: number, border: number): void;
  bilateralFilter(from: OpenCvMat, to: OpenCvMat, d: number, colour: number, space: number, border: number): void;
  pyrDown(from: OpenCvMat, to: OpenCvMat): void;
  pyrUp(from: OpenCvMat, to: OpenCvMat, size: unknown): void;
  subtract(a: OpenCvMat, b: OpenCvMat, to: OpenCvMat): void;
  cvtColor(from: OpenCvMat, to: OpenCvMat, code: number): void;
  readonly [constant: `${'CV' | 'INTER' | 'BORDER' | 'COLOR'}_${string}`]: number;
}
interface OpenCvMat {
  readonly data32F: Float32Array;
  readonly cols: number;
  readonly rows: number;
  convertTo(to: OpenCvMat, type: number): void;
  delete(): void;
}

/** The functions of OpenCV that are most similar to our work, applied to one photo. */
export interface PlainFilters {
  /** Runs a cubic remap of every pixel, which costs as much as a warp. */
  remap(): void;
  /** Runs an edge-preserving blur with d = 9, which costs as much as smoothing skin. */
  bilateral(): void;
  /**
   * Runs a Lab conversion and a five-level Laplacian pyramid of the lightness in floats. This costs as much as
   * splitting a photo into bands.
   */
  pyramid(): void;
  dispose(): void;
}

const levels = 5;

export async function plainFiltersOn(photo: Picture): Promise<PlainFilters> {
  const cv = await loadOpenCv();
  const colours = new Uint8Array(photo.width * photo.height * 3);
  for (let i = 0; i < colours.length; i++) colours[i] = photo.data[Math.floor(i / 3) * 4 + (i % 3)] ?? 0;
  const from = cv.matFromArray(photo.height, photo.width, cv.CV_8UC3 ?? 0, colours);
  const to = new cv.Mat();
  const lab = new cv.Mat();
  const x = new cv.Mat(photo.height, photo.width, cv.CV_32FC1 ?? 0);
  const y = new cv.Mat(photo.height, photo.width, cv.CV_32FC1 ?? 0);
  for (let i = 0; i < photo.width * photo.height; i++) {
    const column = i % photo.width;
    const row = Math.floor(i / photo.width);
    x.data32F[i] = column + 3 * Math.sin(row / 40);
    y.data32F[i] = row + 3 * Math.cos(column / 40);
  }
  return {
    remap: () => cv.remap(from, to, x, y, cv.INTER_CUBIC ?? 0, cv.BORDER_REPLICATE ?? 0),
    bilateral: () => cv.bilateralFilter(from, to, 9, 40, 7, cv.BORDER_DEFAULT ?? 0),
    pyramid() {
      cv.cvtColor(from, lab, cv.COLOR_RGB2Lab ?? 0);
      let level = new cv.Mat();
      lab.convertTo(level, cv.CV_32FC3 ?? 0);
      for (let n = 0; n < levels; n++) {
        const [down, up, band] = [new cv.Mat(), new cv.Mat(), new cv.Mat()];
        cv.pyrDown(level, down);
        cv.pyrUp(down, up, new cv.Size(level.cols, level.rows));
        cv.subtract(level, up, band);
        for (const mat of [level, up, band]) mat.delete();
        level = down;
      }
      level.delete();
    },
    dispose: () => [from, to, lab, x, y].forEach((mat) => mat.delete()),
  };
}

/** Loads OpenCV.js. Depending on how its WebAssembly starts, the module is ready, is a promise, or calls a callback. */
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
  // The module has a method `then`, so `await` would mistake it for a promise and wait for ever.
  Reflect.set(cv, 'then', undefined);
  return cv;
}
