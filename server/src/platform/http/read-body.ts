import type { IncomingMessage, ServerResponse } from 'node:http';

/** Thrown if a body is longer than its route accepts. */
export class TooLong extends Error {}

/** Yields the chunks of the body as they arrive. Throws `TooLong` at the limit and does not read the rest. */
export async function* chunksOf(req: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw new TooLong();
  let length = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length;
    if (length > maxBytes) throw new TooLong();
    yield chunk as Buffer;
  }
}

/** Returns the whole body. Throws `TooLong` if the body is longer than `maxBytes`. */
export async function readBytes(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of chunksOf(req, maxBytes)) chunks.push(chunk);
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

/** Returns the body as text, unchanged byte for byte, because a signature covers it. */
export const readText = async (req: IncomingMessage, maxBytes: number): Promise<string> =>
  (await readBytes(req, maxBytes)).toString('utf8');

/**
 * Limits for discarding an unread body, in bytes and in milliseconds. If the body exceeds one of them, the connection
 * is closed.
 */
const LET_GO_BYTES = 32 * 1024 * 1024;
const LET_GO_MS = 12_000;
/**
 * Unread bodies are discarded in rounds. `ROUND_MS` is the time between two rounds, and `BODIES_A_ROUND` the number of
 * bodies in each. A round reads at most 64 kB of each body. That is 6 MB/s for one body and 30 MB/s for all bodies.
 * Faster reading would let refused uploads fill the memory and block the event loop.
 */
const ROUND_MS = 10;
const BODIES_A_ROUND = 5;

interface Unread {
  readonly req: IncomingMessage;
  readonly endBytes: number;
  readonly endMs: number;
}
const unread: Unread[] = [];
let rounds: NodeJS.Timeout | undefined;

/**
 * Discards the rest of a refused body after the response has been sent, up to the limits above. Otherwise a browser
 * would not read the response, because browsers first send their whole request.
 */
export function letGoOfBody({ req, res }: { req: IncomingMessage; res: ServerResponse }): void {
  // When a response ends, Node discards the rest of the body at full speed, unless our code has started to read the
  // body. `resume` starts to read the body shortly before the response ends. Once the response has been sent, `pause`
  // stops reading.
  res.once('prefinish', () => void (req.complete || req.resume()));
  res.once('finish', () => {
    if (req.complete || req.destroyed) return;
    req.pause();
    const { bytesRead } = req.socket;
    unread.push({ req, endBytes: bytesRead + LET_GO_BYTES, endMs: performance.now() + LET_GO_MS });
    rounds ??= setInterval(readSome, ROUND_MS);
  });
}

function readSome(): void {
  for (const one of unread.splice(0, BODIES_A_ROUND)) {
    const { req, endBytes, endMs } = one;
    req.read();
    if (req.complete || req.destroyed || req.socket.destroyed) continue;
    if (req.socket.bytesRead < endBytes && performance.now() < endMs) unread.push(one);
    else req.socket.destroy();
  }
  if (unread.length > 0) return;
  clearInterval(rounds);
  rounds = undefined;
}
