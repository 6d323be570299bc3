import { useEffect, useRef, useState } from 'react';
import { call } from '#web/lib/api.ts';
import { kindOf } from '#web/lib/picture-kind.ts';
import { MANIFEST, type Manifest, type PlaceFault, placeOf, readManifest } from './match-photos.ts';
import { endsImport, patiently } from './patiently.ts';
import { entryFault, isClutter, listEntries, unpack, type ZipEntry, ZipError, type ZipFault } from './read-zip.ts';

/** The outcome for one file of the archive. */
export interface PhotoResult {
  readonly name: string;
  readonly outcome: 'made' | 'duplicate' | 'refused';
  /** The reason why the file was refused: one of our rules, or the error of the service. */
  readonly why?: ZipFault | PlaceFault | 'manifest' | 'not_a_picture';
  readonly error?: unknown;
}

interface Progress {
  readonly results: readonly PhotoResult[];
  readonly total: number;
  readonly isRunning: boolean;
  /** True while the import waits until the service can be reached again. */
  readonly isWaiting: boolean;
  /** The rule that the archive itself broke, or null if it broke none. */
  readonly fault: ZipFault | null;
}

const start: Progress = { results: [], total: 0, isRunning: false, isWaiting: false, fault: null };
const MANIFEST_BYTES = 5_000_000;
/** The number of bytes that are read from the start of a file to detect its format. */
const HEAD = 16;

/** Sends the photos of an archive one after the other, so that only one photo is in memory at a time. */
export function usePhotoImport(importId: string) {
  const [progress, setProgress] = useState<Progress>(start);
  const stopped = useRef(false);
  const isStopped = () => stopped.current;
  const onFailed = (isWaiting: boolean) => setProgress((before) => ({ ...before, isWaiting }));
  // The import stops when the person leaves the page, because it could not be stopped from another page.
  useEffect(() => () => void (stopped.current = true), []);

  /** Returns the error that ended the import before its last photo, or undefined. */
  async function run(zip: File): Promise<unknown> {
    let end: unknown;
    stopped.current = false;
    setProgress({ ...start, isRunning: true });
    try {
      const entries = (await listEntries(zip)).filter(({ name }) => !isClutter(name));
      const listed = entries.find(({ name }) => name.toLowerCase().endsWith(MANIFEST));
      const photos = entries.filter((entry) => entry !== listed);
      setProgress((before) => ({ ...before, total: photos.length }));
      const manifest = listed ? await openManifest(zip, listed) : null;
      for (const entry of photos) {
        if (isStopped()) break;
        const result: PhotoResult =
          manifest === 'broken'
            ? { name: entry.name, outcome: 'refused', why: 'manifest' }
            : await sendOne(importId, zip, entry, { manifest, isStopped, onFailed });
        setProgress((before) => ({ ...before, isWaiting: false, results: [...before.results, result] }));
        if (endsImport(result.error)) {
          end = result.error;
          break;
        }
      }
    } catch (error) {
      const fault = error instanceof ZipError ? error.fault : 'broken';
      setProgress((before) => ({ ...before, fault }));
    }
    setProgress((before) => ({ ...before, isRunning: false }));
    return end;
  }

  return { ...progress, run, stop: () => void (stopped.current = true) };
}

async function openManifest(zip: Blob, entry: ZipEntry): Promise<Manifest | 'broken'> {
  if (entry.size > MANIFEST_BYTES || entryFault(entry)) return 'broken';
  return readManifest(new Uint8Array(await (await unpack(zip, entry)).arrayBuffer())) ?? 'broken';
}

interface Sending {
  manifest: Manifest | null;
  isStopped: () => boolean;
  onFailed: (isWaiting: boolean) => void;
}

async function sendOne(
  import_id: string,
  zip: Blob,
  entry: ZipEntry,
  { manifest, ...patience }: Sending,
): Promise<PhotoResult> {
  const { name } = entry;
  const refused = (why: NonNullable<PhotoResult['why']>): PhotoResult => ({ name, outcome: 'refused', why });
  const fault = entryFault(entry);
  if (fault) return refused(fault);
  const place = placeOf(name, manifest);
  if (typeof place === 'string') return refused(place);
  try {
    const bytes = await unpack(zip, entry);
    if (!kindOf(new Uint8Array(await bytes.slice(0, HEAD).arrayBuffer()))) return refused('not_a_picture');
    // File names can contain names of people, so the service does not receive them.
    const file = new File([bytes], 'photo', { type: 'application/octet-stream' });
    const { pose, ...rest } = place;
    const { outcome } = await patiently(
      () => call.imports.adminImportPhoto({ import_id, ...rest, ...(pose && { pose }), file }),
      patience,
    );
    return { name, outcome };
  } catch (error) {
    if (error instanceof ZipError) return refused(error.fault);
    return { name, outcome: 'refused', error };
  }
}
