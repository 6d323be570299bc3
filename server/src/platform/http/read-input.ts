import { ORPCError } from '@orpc/server';
import { unreadableInput } from './api-errors.ts';
import { MAX_UPLOAD_BYTES } from './body-limits.ts';
import type { Exchange } from './exchange.ts';
import { readBytes } from './read-body.ts';

/** The input of a call: JSON or, with files, a form. */
export async function readInput({ req, res }: Exchange): Promise<unknown> {
  const type = req.headers['content-type'] ?? 'application/json';
  const isForm = type.startsWith('multipart/form-data');
  if (!isForm && !type.startsWith('application/json')) throw unreadableInput();
  const bytes = await readBytes(req, MAX_UPLOAD_BYTES).catch((error: unknown) => {
    if (!(error instanceof RangeError)) throw unreadableInput();
    res.setHeader('Connection', 'close');
    throw new ORPCError('PAYLOAD_TOO_LARGE');
  });
  try {
    if (!isForm) return bytes.length > 0 ? JSON.parse(bytes.toString('utf8')) : undefined;
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
    return Object.fromEntries(form.entries());
  } catch {
    throw unreadableInput();
  }
}
