import type { IncomingMessage, ServerResponse } from 'node:http';

/** A body is longer, or has more parts, than its route accepts. */
export class TooLong extends Error {}

/** The chunks of the body as they arrive. Throws `TooLong` at the limit, and leaves the rest unread. */
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

/** An unread body is discarded up to these limits. After that the connection ends. */
const LET_GO_BYTES = 32 * 1024 * 1024;
const LET_GO_MS = 12_000;
/**
 * Each round reads at most 64 kB of a few unread bodies: 6 MB/s of one body, 30 MB/s of all. Faster reading would let
 * refused uploads fill the memory and the event loop.
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
 * Browsers do not read an answer while they are still sending. The rest of the body after the answer is discarded, up
 * to the limits above.
 */
export function letGoOfBody({ req, res }: { req: IncomingMessage; res: ServerResponse }): void {
  // Node discards an untouched body at full speed. `resume` marks this one as touched. It is paused once the answer is
  // out.
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
