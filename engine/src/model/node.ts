import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createFaceModel } from './face-model.ts';
import type { FaceModel, KernelBuild, ModelName } from './face-model.ts';
import type { GraphFile } from './graph/graph-file.ts';

const modelFolder = new URL('../../models/', import.meta.url);
const kernelPackage = createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm/package.json');
const kernelFiles: Record<KernelBuild, string> = {
  simd: 'tfjs-backend-wasm-simd.wasm',
  plain: 'tfjs-backend-wasm.wasm',
};

/**
 * Loads the face model in Node from the files in this repository. It takes about 0.3 s, so callers should share one
 * model.
 */
export function createNodeFaceModel(build?: KernelBuild): Promise<FaceModel> {
  return createFaceModel({ loadGraph: readGraphFile, loadKernels: compileKernels, build });
}

/** Reads the files of one of the two models. */
export async function readGraphFile(name: ModelName): Promise<GraphFile> {
  const json = JSON.parse(await readFile(new URL(`${name}.json`, modelFolder), 'utf8')) as GraphFile['json'];
  const file = await readFile(new URL(`${name}.bin`, modelFolder));
  return { json, weights: file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer };
}

async function compileKernels(build: KernelBuild): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(join(dirname(kernelPackage), 'dist', kernelFiles[build])));
}
