import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** `slow` answers after `SLOW_MS`, and `hangs` never answers. */
export type Mood = 'well' | 'fails' | 'refuses' | 'slow' | 'hangs';
export const SLOW_MS = 1_500;

/**
 * Starts a server with the calls of S3 that we use: put, get, delete, and lists in pages of two. The objects are in
 * memory.
 */
export async function startFakeS3() {
  const objects = new Map<string, Buffer>();
  const state = { mood: 'well' as Mood };
  const server = createServer((req, res) => void answer(state.mood, objects, req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    objects,
    config: {
      kind: 's3' as const,
      endpoint,
      region: 'eu-west-3',
      bucket: 'photos',
      accessKeyId: 'a',
      secretAccessKey: 'b',
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

async function answer(
  mood: Mood,
  objects: Map<string, Buffer>,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  if (mood === 'hangs') return;
  if (mood === 'slow') await sleep(SLOW_MS);
  const body = await buffer(req).catch(() => undefined);
  if (!body) return;
  if (mood === 'fails') return say(res, 500, 'InternalError');
  if (mood === 'refuses' || !req.headers.authorization?.startsWith('AWS4-HMAC-SHA256'))
    return say(res, 403, 'AccessDenied');
  const url = new URL(req.url ?? '', 'http://s3');
  const key = decodeURIComponent(url.pathname).replace(/^\/photos\/?/, '');
  if (req.method === 'PUT') return void (objects.set(key, body), res.end());
  if (req.method === 'DELETE') return void (objects.delete(key), res.writeHead(204).end());
  if (url.searchParams.has('list-type')) return void res.end(list(objects, url.searchParams));
  const bytes = objects.get(key);
  if (bytes) return void res.end(bytes);
  say(res, 404, 'NoSuchKey');
}

const say = (res: ServerResponse, status: number, code: string): void =>
  void res.writeHead(status, { 'Content-Type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);

function list(objects: Map<string, Buffer>, query: URLSearchParams): string {
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort();
  const from = Number(query.get('continuation-token') ?? 0);
  const page = keys
    .slice(from, from + 2)
    .map((key) => `<Contents><Key>${key}</Key><LastModified>2026-11-20T09:00:00Z</LastModified></Contents>`);
  const next = from + 2 < keys.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult>${page.join('')}${next}</ListBucketResult>`;
}
