import type { Landmarks, Pose } from '../picture.ts';
import type { FaceAnswers, FaceAssets, FaceReading, FaceTask, FrameSource, PhotoReading } from './face-messages.ts';
import { openTaskChannel } from './task-channel.ts';

/**
 * Face detection in a worker. The worker does one task at a time, so the caller should await each result before it
 * sends the next frame.
 */
export interface FaceClient {
  /**
   * Finds the landmarks of the most prominent face. It follows the face from the previous frame, which takes about half
   * the time of `detect`. With `shouldCount` the detector also searches for other faces; a few frames per second are
   * enough for this. The frame is transferred to the worker.
   */
  track(frame: FrameSource, options?: { shouldCount?: boolean }): Promise<FaceReading>;
  /**
   * Finds all faces of a finished image, and the landmarks of the most certain face. It uses no previous frame. The
   * image is transferred to the worker.
   */
  detect(picture: FrameSource): Promise<FaceReading>;
  /**
   * Does the same as `detect`, and also returns the faults of the image for the given pose. The image is transferred to
   * the worker.
   */
  assess(picture: FrameSource, pose: Pose): Promise<PhotoReading>;
  /**
   * Finds the landmarks again in the square around landmarks that a person corrected. The caller uses it after a person
   * dragged a landmark far, or if the detector chose the wrong face. The caller then applies smaller corrections to the
   * result (geometry/correct-landmarks.ts). The image is transferred to the worker.
   */
  refine(picture: FrameSource, near: Landmarks): Promise<FaceReading>;
  /** Forgets the tracked face. The caller does this before it switches to another person or camera. */
  forget(): Promise<void>;
  terminate(): void;
}

/**
 * Starts the worker and loads the model (3 MB, cached by the browser).
 * @throws when WebAssembly or module workers are missing, or a file cannot be fetched. The capture then continues
 * without detection.
 */
export async function startFaceClient(assets: FaceAssets = bundledFaceAssets()): Promise<FaceClient> {
  const worker = new Worker(new URL('./face-worker.ts', import.meta.url), { type: 'module', name: 'face' });
  const channel = openTaskChannel<FaceTask>(worker);
  const ask = <Kind extends FaceTask['kind']>(task: FaceTask & { kind: Kind }, transfer: Transferable[] = []) =>
    channel.send(task, { transfer }) as Promise<FaceAnswers[Kind]>;
  try {
    await ask({ kind: 'init', assets });
  } catch (fault) {
    channel.terminate();
    throw fault;
  }
  return {
    track: (frame, options = {}) =>
      ask({ kind: 'track', frame, shouldCount: options.shouldCount ?? false }, handOver(frame)),
    detect: (picture) => ask({ kind: 'detect', picture }, handOver(picture)),
    assess: (picture, pose) => ask({ kind: 'assess', picture, pose }, handOver(picture)),
    refine: (picture, near) => ask({ kind: 'refine', picture, near }, handOver(picture)),
    forget: async () => void (await ask({ kind: 'forget' })),
    terminate: () => channel.terminate(),
  };
}

/** Returns the URLs of the engine's own files. The paths must stay literals, because the bundler searches for them. */
export function bundledFaceAssets(): FaceAssets {
  return {
    detectorJson: new URL('../../models/facemesh-detection-short.json', import.meta.url).href,
    detectorWeights: new URL('../../models/facemesh-detection-short.bin', import.meta.url).href,
    meshJson: new URL('../../models/facemesh-attention-pinto.json', import.meta.url).href,
    meshWeights: new URL('../../models/facemesh-attention-pinto.bin', import.meta.url).href,
    wasm: new URL('../../../node_modules/@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm', import.meta.url)
      .href,
    wasmSimd: new URL(
      '../../../node_modules/@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm',
      import.meta.url,
    ).href,
  };
}

function handOver(source: FrameSource): Transferable[] {
  if ('data' in source) return [source.data.buffer as ArrayBuffer];
  return ['frame' in source ? source.frame : source];
}
