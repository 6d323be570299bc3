import type { Landmarks, Pose } from '../picture.ts';
import type { FaceAnswers, FaceAssets, FaceReading, FaceTask, FrameSource, PhotoReading } from './face-messages.ts';
import { openTaskChannel } from './task-channel.ts';

/** Face detection in a worker. It does one task at a time, so await each answer before sending the next frame. */
export interface FaceClient {
  /**
   * Finds the landmarks of the most prominent face. It follows the face from the previous frame, which is about half
   * the work of `detect`. With `shouldCount` the detector also looks for other faces; a few frames a second suffice for
   * that. The frame is transferred to the worker.
   */
  track(frame: FrameSource, options?: { shouldCount?: boolean }): Promise<FaceReading>;
  /**
   * Finds all faces of a finished picture, and the landmarks of the most certain one, without a previous frame. The
   * picture is transferred to the worker.
   */
  detect(picture: FrameSource): Promise<FaceReading>;
  /**
   * Like `detect`, and also returns the problems of the picture for the given pose. The picture is transferred to the
   * worker.
   */
  assess(picture: FrameSource, pose: Pose): Promise<PhotoReading>;
  /**
   * Detects the landmarks again near a place that a person gave. It is for a landmark that was dragged far, or if the
   * detector took the wrong face. Smaller corrections are then applied on top (geometry/correct-landmarks.ts). The
   * picture is transferred to the worker.
   */
  refine(picture: FrameSource, near: Landmarks): Promise<FaceReading>;
  /** Forgets the tracked face. Call it before another person or another camera. */
  forget(): Promise<void>;
  terminate(): void;
}

/**
 * Starts the worker and loads the model (3 MB, cached by the browser).
 * @throws when WebAssembly or module workers are missing, or a file cannot be fetched; capture then continues without detection.
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

/** The engine's own files as URLs. The paths must stay literal, because the bundler reads them. */
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
