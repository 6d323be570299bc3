import type { IncomingMessage, ServerResponse } from 'node:http';

/** A body is longer, or has more parts, than its route takes. */
export class TooLong extends Error {}

/** The body as it comes. Throws `TooLong` at the limit, and leaves the rest unread. */
export async function* chunksOf(req: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw new TooLong();
  let length = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length;
    if (length > maxBytes) throw new TooLong();
    yield chunk as Buffer;
  }
}

/** The whole body. Throws `TooLong` beyond `maxBytes`. */
export async function readBytes(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of chunksOf(req, maxBytes)) chunks.push(chunk);
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

/** The body byte for byte, as a signature needs it. */
export const readText = async (req: IncomingMessage, maxBytes: number): Promise<string> =>
  (await readBytes(req, maxBytes)).toString('utf8');

/** As much of an unread body is thrown away after the answer, and for so long; then the connection ends. */
const DRAINED_BYTES = 32 * 1024 * 1024;
const DRAINED_MS = 10_000;
const LOOK_EVERY_MS = 100;

/** A browser reads no answer while it still sends: what it sends after the answer is let go of, up to a bound. */
export function letGoOfBody({ req, res }: { req: IncomingMessage; res: ServerResponse }): void {
  res.once('finish', () => {
    if (req.complete || req.destroyed) return;
    req.resume();
    const { socket } = req;
    const end = { bytes: socket.bytesRead + DRAINED_BYTES, at: performance.now() + DRAINED_MS };
    const look = setInterval(() => {
      if (!req.complete && !socket.destroyed && socket.bytesRead < end.bytes && performance.now() < end.at) return;
      clearInterval(look);
      if (!req.complete) socket.destroy();
    }, LOOK_EVERY_MS);
  });
}
