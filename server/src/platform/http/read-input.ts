import { invalidInput, Refusal } from '../refusal.ts';
import type { Held } from './body-memory.ts';
import type { Body } from './calls.ts';
import type { Exchange } from './exchange.ts';
import { readBytes, TooLong } from './read-body.ts';
import { readForm, TooManyParts } from './read-form.ts';
import { readJson } from './read-json.ts';

const MB = 1024 * 1024;
/** The fields of a form, and what stands between them. */
const AROUND_FILE_BYTES = MB;

/** The input of a call, as its procedure takes it: JSON, or a form. */
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
