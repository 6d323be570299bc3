import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { Picture } from '../../src/picture.ts';
import type { DemoFace } from '../demo-faces.ts';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

export interface ServedPage {
  readonly url: string;
  close(): void;
}

/** Bundles the test page like a web app, and serves it with the pixels and landmarks of demo faces. */
export async function servePage(faces: readonly DemoFace[]): Promise<ServedPage> {
  const folder = await mkdtemp(join(tmpdir(), 'engine-page-'));
  await build({
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir: folder, emptyOutDir: true, assetsInlineLimit: 0, target: 'esnext', minify: true },
  });
  const server = createServer((request, response) => {
    void answer(folder, faces, request.url ?? '/', response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${portOf(server)}/`, close: () => server.close() };
}

async function answer(
  folder: string,
  faces: readonly DemoFace[],
  url: string,
  response: ServerResponse,
): Promise<void> {
  const [, kind, name] = url.split('/');
  const face = faces.find((candidate) => candidate.name === name);
  if (face && kind === 'pixels') {
    response.writeHead(200, { 'x-size': `${face.picture.width}x${face.picture.height}` }).end(bytesOf(face.picture));
  } else if (face && kind === 'landmarks') {
    response.end(JSON.stringify(face.landmarks));
  } else {
    await sendFile(join(folder, normalize(url === '/' ? '/index.html' : url)), response);
  }
}

function bytesOf({ data }: Picture): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

async function sendFile(file: string, response: ServerResponse): Promise<void> {
  try {
    const body = await readFile(file);
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(body);
  } catch {
    response.writeHead(404).end();
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
