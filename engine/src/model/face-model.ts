import { assertPicture } from '../picture.ts';
import type { Landmarks, Picture } from '../picture.ts';
import type { DetectedFace } from './detected-face.ts';
import { detectFaces, detectorOutputs } from './detector.ts';
import { compileGraph } from './graph/compile-graph.ts';
import type { CompiledGraph } from './graph/compile-graph.ts';
import type { GraphFile } from './graph/graph-file.ts';
import { startKernels } from './graph/kernels.ts';
import type { Kernels } from './graph/kernels.ts';
import { findMesh, meshOutputs } from './mesh.ts';
import { regionOfDetection, regionOfLandmarks } from './region-of-interest.ts';

export type ModelName = 'facemesh-detection-short' | 'facemesh-attention-pinto';

/**
 * The two builds of the WebAssembly kernels. `simd` uses vector instructions (SIMD). `plain` is for computers without
 * SIMD, and is several times slower.
 */
export type KernelBuild = 'simd' | 'plain';

export interface FaceModelOptions {
  /** Loads the files of a model, in a browser or in Node. */
  loadGraph(name: ModelName): Promise<GraphFile>;
  loadKernels(build: KernelBuild): Promise<WebAssembly.Module>;
  /** The build to load. If absent, `hasSimd()` decides. */
  build?: KernelBuild;
}

export interface FaceModel {
  /** Finds all faces. The most certain face comes first. The list is empty if there is no face. */
  detectFaces(picture: Picture): Promise<DetectedFace[]>;
  /**
   * Finds the 478 landmarks of one face, in pixels. With `previous`, it follows the face that had these landmarks in
   * the previous frame. This is faster than a search of the whole image. Without `previous`, it uses `face`, or the
   * most certain face of the image. Returns null if the image has no face.
   *
   * With `previous` the result is never null, because the mesh model cannot detect that the face is gone. So the caller
   * must call `detectFaces` from time to time.
   */
  findLandmarks(
    picture: Picture,
    options?: { previous?: Landmarks | null; face?: DetectedFace },
  ): Promise<Landmarks | null>;
  /** Frees the model's memory. Afterwards every call fails with an Error. */
  dispose(): void;
}

/**
 * Creates a face model: face detector and attention mesh on WebAssembly kernels, in one thread. The landmarks are the
 * same in Node and in browsers. Each call runs to its end before the next one starts, so a caller may start several
 * calls without waiting.
 * @throws Error when WebAssembly does not start (the message contains the cause) or a file cannot be loaded.
 */
export async function createFaceModel(options: FaceModelOptions): Promise<FaceModel> {
  let graphs: Graphs | undefined = await loadGraphs(options);
  const loaded = (): Graphs => {
    if (!graphs) throw new Error('The face model was disposed of');
    return graphs;
  };
  return {
    async detectFaces(picture) {
      assertPicture(picture);
      return detectFaces(loaded().detector, picture);
    },
    async findLandmarks(picture, { previous, face } = {}) {
      assertPicture(picture);
      const { detector, mesh } = loaded();
      if (previous) return findMesh(mesh, picture, regionOfLandmarks(previous));
      const found = face ?? detectFaces(detector, picture)[0];
      if (!found) return null;
      const first = findMesh(mesh, picture, regionOfDetection(found));
      // The square from the detector jitters between frames. A second pass, in the square around the first landmarks,
      // removes the jitter.
      return findMesh(mesh, picture, regionOfLandmarks(first));
    },
    dispose() {
      graphs = undefined;
    },
  };
}

interface Graphs {
  readonly detector: CompiledGraph;
  readonly mesh: CompiledGraph;
}

async function loadGraphs({ loadGraph, loadKernels, build }: FaceModelOptions): Promise<Graphs> {
  const [kernels, detector, mesh] = await Promise.all([
    start(loadKernels, build),
    loadGraph('facemesh-detection-short'),
    loadGraph('facemesh-attention-pinto'),
  ]);
  return {
    detector: compileGraph(kernels, detector, detectorOutputs),
    mesh: compileGraph(kernels, mesh, meshOutputs),
  };
}

async function start(load: FaceModelOptions['loadKernels'], build?: KernelBuild): Promise<Kernels> {
  if (typeof WebAssembly === 'undefined') throw new Error('The face model needs WebAssembly, which is not there');
  try {
    return await startKernels(await load(build ?? (hasSimd() ? 'simd' : 'plain')));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The WebAssembly kernels of the face model did not start: ${reason}`, { cause });
  }
}

/**
 * The bytes of a module with one function that fills a vector with a byte. The module is valid only if WebAssembly
 * supports vectors of 128 bits.
 */
const moduleWithVector = [
  '0061736d 01000000', // header
  '01 05 01 60 00 01 7b', // types: one function, () → v128
  '03 02 01 00', // functions: one of that type
  '0a 08 01 06 00 4100 fd0f 0b', // code: i32.const 0, i8x16.splat
];

/** Returns whether WebAssembly supports vector instructions on this computer. */
function hasSimd(): boolean {
  const bytes = moduleWithVector.join('').match(/[0-9a-f]{2}/g)!;
  return WebAssembly.validate(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
}
