import { createFaceModel } from './face-model.ts';
import type { FaceModel, ModelName } from './face-model.ts';
import type { GraphFile } from './graph/graph-file.ts';

/** Addresses of the model's files and of the two WebAssembly builds. */
export interface FaceModelUrls {
  readonly detectorJson: string;
  readonly detectorWeights: string;
  readonly meshJson: string;
  readonly meshWeights: string;
  readonly wasm: string;
  readonly wasmSimd: string;
}

/**
 * Creates the face model in a browser. Import this module only in a worker, because the model blocks its thread while
 * it computes a frame.
 * @throws Error when a file cannot be fetched or WebAssembly does not start.
 */
export function createBrowserFaceModel(urls: FaceModelUrls): Promise<FaceModel> {
  const files: Record<ModelName, [json: string, weights: string]> = {
    'facemesh-detection-short': [urls.detectorJson, urls.detectorWeights],
    'facemesh-attention-pinto': [urls.meshJson, urls.meshWeights],
  };
  return createFaceModel({
    loadGraph: (name) => fetchGraph(...files[name]),
    loadKernels: async (build) =>
      WebAssembly.compileStreaming(await fetchOk(build === 'simd' ? urls.wasmSimd : urls.wasm)),
  });
}

async function fetchGraph(jsonUrl: string, weightsUrl: string): Promise<GraphFile> {
  const [json, weights] = await Promise.all([fetchOk(jsonUrl), fetchOk(weightsUrl)]);
  return { json: (await json.json()) as GraphFile['json'], weights: await weights.arrayBuffer() };
}

async function fetchOk(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response;
}
