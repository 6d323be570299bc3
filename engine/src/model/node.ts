import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { createFaceModel } from './face-model.ts';
import type { FaceModel, ModelFiles, ModelName } from './face-model.ts';

const modelFolder = new URL('../../models/', import.meta.url);

/** The face model in Node, from the files in this repository. About 0.3 s; keep and share it. */
export async function createNodeFaceModel(): Promise<FaceModel> {
  const main = createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm');
  return withoutCrashHandlers(() => createFaceModel({ loadModel: readModel, wasmPaths: `${dirname(main)}/` }));
}

/**
 * The WebAssembly build installs handlers that rethrow every uncaught fault and rejection of the process; how a process ends is its owner's
 * business, so whatever was added is removed again.
 */
async function withoutCrashHandlers<Value>(start: () => Promise<Value>): Promise<Value> {
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  const before = new Set<unknown>(events.flatMap((event) => process.listeners(event as 'uncaughtException')));
  const value = await start();
  for (const event of events) {
    for (const listener of process.listeners(event as 'uncaughtException')) {
      if (!before.has(listener)) process.removeListener(event, listener);
    }
  }
  return value;
}

async function readModel(name: ModelName): Promise<ModelFiles> {
  const json = JSON.parse(await readFile(new URL(`${name}.json`, modelFolder), 'utf8')) as ModelFiles['json'];
  const file = await readFile(new URL(`${name}.bin`, modelFolder));
  return { json, weights: file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer };
}
