import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { createFaceModel } from './face-model.ts';
import type { FaceModel, ModelFiles, ModelName } from './face-model.ts';

const modelFolder = new URL('../../models/', import.meta.url);

/** The face model in Node, from the files in this repository. About 0.3 s; keep and share it. */
export function createNodeFaceModel(): Promise<FaceModel> {
  const main = createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm');
  return createFaceModel({ loadModel: readModel, wasmPaths: `${dirname(main)}/` });
}

async function readModel(name: ModelName): Promise<ModelFiles> {
  const json = JSON.parse(await readFile(new URL(`${name}.json`, modelFolder), 'utf8')) as ModelFiles['json'];
  const file = await readFile(new URL(`${name}.bin`, modelFolder));
  return { json, weights: file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer };
}
