import { Refusal, invalidInput } from '../refusal.ts';
import type { Held } from './body-memory.ts';
import type { Body } from './calls.ts';
import type { Exchange } from './exchange.ts';
import { TooLong, readBytes } from './read-body.ts';
import { TooManyParts, readForm } from './read-form.ts';

const MB = 1024 * 1024;
/** Bytes that a form may contain besides its file: other fields and separators. */
const AROUND_FILE_BYTES = MB;

/** Reads the input of a call in the form that its procedure expects: JSON or a multipart form. */
export async function readInput({ req }: Exchange, body: Body, held: Held): Promise<unknown> {
  const type = req.headers['content-type'] ?? 'application/json';
  if (!type.startsWith(body.kind === 'json' ? 'application/json' : 'multipart/form-data')) throw unreadable();
  try {
    if (body.kind === 'json') return readJson(await readBytes(req, body.max_bytes));
    return await readForm(req, { max_bytes: body.max_mb * MB + AROUND_FILE_BYTES, max_parts: body.max_parts }, held);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (error instanceof TooManyParts) throw new Refusal('TOO_LONG');
    if (!(error instanceof TooLong)) throw unreadable();
    throw body.kind === 'json' ? new Refusal('TOO_LONG') : new Refusal('PHOTO_TOO_BIG', { max_mb: body.max_mb });
  }
}

const unreadable = (): Refusal => invalidInput({ '': ['unreadable'] });

/**
 * Largest nesting depth of a JSON body. No input of the API contract (contract/) is nested this deeply. `JSON.parse`
 * would take a third of a second for a megabyte of brackets.
 */
const MAX_DEPTH = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Parses a JSON body. Returns undefined for an empty body. Throws if the body is not JSON, or nested too deeply. */
function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (isDeep(bytes)) throw new SyntaxError('nested too deeply');
  return JSON.parse(bytes.toString('utf8'));
}

function isDeep(bytes: Buffer): boolean {
  let depth = 0;
  let isInText = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (byte === QUOTE) isInText = !isInText;
    else if (isInText) {
      if (byte === BACKSLASH) i++;
    } else if (OPENING.has(byte)) {
      if (++depth > MAX_DEPTH) return true;
    } else if (CLOSING.has(byte)) depth--;
  }
  return false;
}
