import type { IncomingMessage } from 'node:http';
import {
  getMultipartBoundary,
  MaxFileSizeExceededError,
  MaxHeaderSizeExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
  MultipartParser,
  type MultipartPart,
} from '@remix-run/multipart-parser';
import type { Held } from './body-memory.ts';
import { chunksOf, TooLong } from './read-body.ts';
import { ReceivedFile } from './received-file.ts';

/** Largest size in bytes of the headers of one part. It is enough for the longest encoded file name. */
const MAX_HEADER_BYTES = 4096;
/** Largest size in bytes of a field that is not a file, such as an id, the name of a pose or the text of a consent. */
const MAX_FIELD_BYTES = 10_000;
/** Longest boundary in characters (RFC 2046, section 5.1.1). */
const MAX_BOUNDARY = 70;

/** Thrown if a form has more parts than its procedure accepts, or if a field or the headers of a part are too large. */
export class TooManyParts extends Error {}

export interface FormBounds {
  readonly max_bytes: number;
  /** Largest number of fields and files together. */
  readonly max_parts: number;
}

/**
 * Reads a form with files while it arrives. Stops at the first part, header or byte beyond a limit, and throws
 * `TooLong` or `TooManyParts`.
 */
export async function readForm(
  req: IncomingMessage,
  { max_bytes, max_parts }: FormBounds,
  held: Pick<Held, 'take'>,
): Promise<Record<string, string | File>> {
  const boundary = getMultipartBoundary(req.headers['content-type'] ?? '');
  if (!boundary || boundary.length > MAX_BOUNDARY) throw new Error('the form names no boundary');
  const parser = new MultipartParser(boundary, {
    maxHeaderSize: MAX_HEADER_BYTES,
    maxFileSize: max_bytes,
    maxParts: max_parts,
    maxTotalSize: max_bytes,
  });
  const fields = new Map<string, string | File>();
  try {
    for await (const chunk of chunksOf(req, max_bytes)) {
      held.take(chunk.length);
      for (const part of parser.write(chunk)) fields.set(part.name ?? '', valueOf(part));
    }
    parser.finish();
  } catch (error) {
    if (error instanceof MaxPartsExceededError || error instanceof MaxHeaderSizeExceededError) throw new TooManyParts();
    if (error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError) throw new TooLong();
    throw error;
  }
  return Object.fromEntries(fields);
}

function valueOf(part: MultipartPart): string | File {
  if (part.isFile)
    return new ReceivedFile(part.bytes as Uint8Array<ArrayBuffer>, part.filename ?? '', part.mediaType ?? '');
  if (part.size > MAX_FIELD_BYTES) throw new TooManyParts();
  return part.text;
}
