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
    if (!isForm) return bytes.length > 0 ? JSON.parse(shallow(bytes).toString('utf8')) : undefined;
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
    return Object.fromEntries(form.entries());
  } catch {
    throw unreadableInput();
  }
}

/** Deeper than any input of the contract: a draft of rich text is nested in its HTML, not here. */
const DEEPEST = 32;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, QUOTE, BACKSLASH] = Buffer.from('[]{}"\\');

/** Looks before it is parsed: a megabyte of brackets becomes forty of lists, which every check then walks. */
function shallow(bytes: Buffer): Buffer {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (isText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++depth > DEEPEST) throw new RangeError('nested too deeply');
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
  }
  return bytes;
}
