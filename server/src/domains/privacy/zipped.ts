import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';
import type { Context } from '#server/platform/context.ts';
import { task } from '#server/platform/workers/workers.ts';
import type { deflate } from './deflate.ts';

const squeeze = task<typeof deflate>('archives', join(import.meta.dirname, 'deflate.ts'), 'deflate');
/** The codes of the ZIP format for an uncompressed and a compressed file. */
const STORED = 0;
const DEFLATED = 8;

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Yields a ZIP file of the entries in chunks. The content is compressed in a worker thread. JPEG files are stored
 * uncompressed, because compression does not make them smaller.
 */
export async function* zipped(
  { workers }: Pick<Context, 'workers'>,
  entries: AsyncIterable<ZipEntry>,
): AsyncIterable<Uint8Array> {
  let made: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    made.push(chunk);
  });
  for await (const { name, bytes } of entries) {
    const isStored = name.endsWith('.jpg');
    const file: ZipInputFile = {
      filename: name,
      size: bytes.length,
      crc: crc32(bytes),
      compression: isStored ? STORED : DEFLATED,
    };
    const content = isStored ? bytes : await workers.run(squeeze, bytes);
    zip.add(file);
    // The types of fflate do not allow memory that threads share. The memory of `content` is never shared.
    file.ondata?.(null, content as Uint8Array<ArrayBuffer>, true);
    yield* made;
    made = [];
  }
  zip.end();
  yield* made;
}
