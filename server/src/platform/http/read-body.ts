import type { IncomingMessage } from 'node:http';

/** The body as it was sent. Throws RangeError beyond `maxBytes` and leaves the rest unread. */
export function readBytes(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    req.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBytes) return void chunks.push(chunk);
      req.pause();
      reject(new RangeError('the body is too long'));
    });
    req.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    req.once('error', reject);
  });
}

/** The body byte for byte, as a signature needs it. */
export const readText = async (req: IncomingMessage, maxBytes: number): Promise<string> =>
  (await readBytes(req, maxBytes)).toString('utf8');
