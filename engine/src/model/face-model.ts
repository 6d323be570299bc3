import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { loadGraphModel } from '@tensorflow/tfjs-converter';
import type { GraphModel } from '@tensorflow/tfjs-converter';
import { env, ready, setBackend } from '@tensorflow/tfjs-core';
import type { io } from '@tensorflow/tfjs-core';
import { assertPicture } from '../picture.ts';
import type { Landmarks, Picture } from '../picture.ts';
import type { DetectedFace } from './detected-face.ts';
import { detectFaces } from './detector.ts';
import { findMesh } from './mesh.ts';
import { regionOfDetection, regionOfLandmarks } from './region-of-interest.ts';

export type ModelName = 'facemesh-detection-short' | 'facemesh-attention-pinto';

/** The two files of a TensorFlow graph model. */
export interface ModelFiles {
  json: Pick<io.ModelJSON, 'modelTopology' | 'weightsManifest' | 'signature'>;
  weights: ArrayBuffer;
}

export interface FaceModelOptions {
  /** Reads a model's files, wherever they are. */
  loadModel(name: ModelName): Promise<ModelFiles>;
  /** A folder ending in a slash, or the address of each WebAssembly file by its name. */
  wasmPaths: string | Record<string, string>;
}

export interface FaceModel {
  /** All faces, most certain first; an empty list when there is none. */
  detectFaces(picture: Picture): Promise<DetectedFace[]>;
  /**
   * The 478 landmarks of one face, in pixels: of the most certain face, or, quicker, of the face that was at `previous` a moment ago.
   * Null when no face is found. While following, check from time to time with detectFaces that a face is still there: the mesh model
   * cannot tell.
   */
  findLandmarks(
    picture: Picture,
    options?: { previous?: Landmarks | null; face?: DetectedFace },
  ): Promise<Landmarks | null>;
  dispose(): void;
}

/**
 * Face detector and attention mesh on TensorFlow.js, WebAssembly backend, one thread: the same landmarks in Node and in browsers.
 * @throws when the backend does not start or `loadModel` fails.
 */
export async function createFaceModel(options: FaceModelOptions): Promise<FaceModel> {
  await startBackend(options.wasmPaths);
  const detector = await loadGraph(options, 'facemesh-detection-short');
  const mesh = await loadGraph(options, 'facemesh-attention-pinto');

  return {
    async detectFaces(picture) {
      assertPicture(picture);
      return detectFaces(detector, picture);
    },
    async findLandmarks(picture, { previous, face } = {}) {
      assertPicture(picture);
      if (previous) return findMesh(mesh, picture, regionOfLandmarks(previous));
      const found = face ?? (await detectFaces(detector, picture))[0];
      if (!found) return null;
      const first = await findMesh(mesh, picture, regionOfDetection(found));
      // A second look with the square the landmarks themselves ask for removes the detector's jitter.
      return findMesh(mesh, picture, regionOfLandmarks(first));
    },
    dispose() {
      detector.dispose();
      mesh.dispose();
    },
  };
}

async function startBackend(wasmPaths: FaceModelOptions['wasmPaths']): Promise<void> {
  // Threads break under cross-origin isolation once the code is minified, and gain little at these sizes.
  env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  setWasmPaths(wasmPaths);
  if (!(await setBackend('wasm'))) throw new Error('The WebAssembly backend of TensorFlow.js did not start');
  await ready();
}

async function loadGraph(options: FaceModelOptions, name: ModelName): Promise<GraphModel> {
  const { json, weights } = await options.loadModel(name);
  return loadGraphModel({
    load: async () => ({
      modelTopology: json.modelTopology,
      signature: json.signature,
      weightSpecs: json.weightsManifest.flatMap((group) => group.weights),
      weightData: weights,
    }),
  });
}
