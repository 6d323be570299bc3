import { createFaceModel } from './face-model.ts';
import type { FaceModel, ModelFiles, ModelName } from './face-model.ts';

/** Addresses of the model's files and of the WebAssembly builds. */
export interface FaceModelUrls {
  readonly detectorJson: string;
  readonly detectorWeights: string;
  readonly meshJson: string;
  readonly meshWeights: string;
  readonly wasm: string;
  readonly wasmSimd: string;
}

/**
 * The face model in a browser. Import it in a worker only: TensorFlow.js would weigh down a page and block it for the length of a frame.
 * @throws when a file cannot be fetched or WebAssembly does not start.
 */
export function createBrowserFaceModel(urls: FaceModelUrls): Promise<FaceModel> {
  const files: Record<ModelName, [json: string, weights: string]> = {
    'facemesh-detection-short': [urls.detectorJson, urls.detectorWeights],
    'facemesh-attention-pinto': [urls.meshJson, urls.meshWeights],
  };
  return createFaceModel({
    loadModel: (name) => fetchModel(...files[name]),
    wasmPaths: {
      'tfjs-backend-wasm.wasm': urls.wasm,
      'tfjs-backend-wasm-simd.wasm': urls.wasmSimd,
      // Never asked for while threads are off, but the backend insists on an address.
      'tfjs-backend-wasm-threaded-simd.wasm': urls.wasmSimd,
    },
  });
}

async function fetchModel(jsonUrl: string, weightsUrl: string): Promise<ModelFiles> {
  const [json, weights] = await Promise.all([fetchOk(jsonUrl), fetchOk(weightsUrl)]);
  return { json: (await json.json()) as ModelFiles['json'], weights: await weights.arrayBuffer() };
}

async function fetchOk(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response;
}
