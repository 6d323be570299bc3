import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A ZIP file of the entries, piece by piece. JPEG is stored as it is: it cannot be made smaller. */
export async function* zipped(entries: AsyncIterable<ZipEntry>): AsyncIterable<Uint8Array> {
  let made: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    made.push(chunk);
  });
  for await (const { name, bytes } of entries) {
    const file = name.endsWith('.jpg') ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    zip.add(file);
    file.push(bytes, true);
    yield* made;
    made = [];
  }
  zip.end();
  yield* made;
}
