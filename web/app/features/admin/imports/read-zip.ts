import { PhotoLimits } from '#contract/intake.ts';

/**
 * An entry of a ZIP archive. The browser reads the archive one entry at a time, directly from the disk. The whole
 * archive is never in memory, and the service never receives it. An entry's size is checked while the entry is
 * unpacked, and its checksum afterwards.
 */
export interface ZipEntry {
  readonly name: string;
  /** The unpacked size in bytes that the archive states. */
  readonly size: number;
  readonly packed: number;
  readonly method: number;
  readonly isEncrypted: boolean;
  /** The CRC-32 of the unpacked bytes that the archive states. */
  readonly checksum: number;
  readonly offset: number;
}

export type ZipFault =
  | 'not_zip'
  | 'too_many_entries'
  | 'zip64'
  | 'path'
  | 'encrypted'
  | 'method'
  | 'entry_too_big'
  | 'bomb'
  | 'broken';

export class ZipError extends Error {
  readonly fault: ZipFault;
  constructor(fault: ZipFault) {
    super(fault);
    this.fault = fault;
  }
}

export const ZIP_MOST = { entries: 5000, entry_mb: PhotoLimits.max_mb, ratio: 200 } as const;
const MOST_BYTES = ZIP_MOST.entry_mb * 1024 * 1024;
const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
/** The size in bytes of the ZIP end record with the longest possible comment. */
const END_MOST = 22 + 0xffff;

/**
 * Returns the files of an archive in the order of the archive, without folders.
 * @throws ZipError if the archive itself breaks a rule
 */
export async function listEntries(zip: Blob): Promise<ZipEntry[]> {
  const tailAt = Math.max(0, zip.size - END_MOST);
  const tail = await viewOf(zip, tailAt, zip.size);
  let at = tail.byteLength - 22;
  while (at >= 0 && tail.getUint32(at, true) !== END) at -= 1;
  if (at < 0) throw new ZipError('not_zip');
  const count = tail.getUint16(at + 10, true);
  const size = tail.getUint32(at + 12, true);
  const from = tail.getUint32(at + 16, true);
  if (count === 0xffff || size === 0xffffffff || from === 0xffffffff) throw new ZipError('zip64');
  if (count > ZIP_MOST.entries) throw new ZipError('too_many_entries');
  if (from + size > zip.size) throw new ZipError('broken');
  return readCentral(await viewOf(zip, from, from + size), count);
}

function readCentral(view: DataView<ArrayBuffer>, count: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== CENTRAL) throw new ZipError('broken');
    const flags = view.getUint16(at + 8, true);
    const nameLength = view.getUint16(at + 28, true);
    const next = at + 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > view.byteLength) throw new ZipError('broken');
    const raw = new Uint8Array(view.buffer, view.byteOffset + at + 46, nameLength);
    const name = new TextDecoder('utf-8').decode(raw);
    entries.push({
      name,
      method: view.getUint16(at + 10, true),
      checksum: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      isEncrypted: (flags & 1) !== 0,
      offset: view.getUint32(at + 42, true),
    });
    at = next;
  }
  return entries.filter(({ name }) => !name.endsWith('/'));
}

/** Returns the first rule that the header of an entry breaks, or null if the entry may be unpacked. */
export function entryFault({ name, size, packed, method, isEncrypted }: ZipEntry): ZipFault | null {
  const steps = name.split(/[/\\]/);
  if (name.startsWith('/') || name.includes('\\') || name.includes('\u0000') || /^[a-z]:/i.test(name)) return 'path';
  if (steps.some((step) => step === '..' || step === '.' || step === '')) return 'path';
  if (isEncrypted) return 'encrypted';
  if (method !== 0 && method !== 8) return 'method';
  if (size > MOST_BYTES || packed > MOST_BYTES) return 'entry_too_big';
  if (size > 100_000 && size > packed * ZIP_MOST.ratio) return 'bomb';
  return null;
}

/** Whether the operating system added the file to the archive. */
export const isClutter = (name: string): boolean =>
  name.startsWith('__MACOSX/') || /(^|\/)(\.[^/]*|Thumbs\.db|desktop\.ini)$/i.test(name);

/**
 * Unpacks one entry. Unpacking stops at the first byte beyond the size that the archive states.
 * @throws ZipError if the entry breaks a rule
 */
export async function unpack(zip: Blob, entry: ZipEntry): Promise<Blob> {
  const fault = entryFault(entry);
  if (fault) throw new ZipError(fault);
  const head = await viewOf(zip, entry.offset, entry.offset + 30);
  if (head.byteLength < 30 || head.getUint32(0, true) !== LOCAL) throw new ZipError('broken');
  const from = entry.offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const packed = zip.slice(from, from + entry.packed);
  if (packed.size !== entry.packed) throw new ZipError('broken');
  const bytes = entry.method === 0 ? packed : await inflate(packed, entry.size);
  if (bytes.size !== entry.size) throw new ZipError('broken');
  if (crc32(new Uint8Array(await bytes.arrayBuffer())) !== entry.checksum) throw new ZipError('broken');
  return bytes;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Returns the CRC-32 checksum that ZIP archives use. Browsers offer no function for it. */
function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ (crcTable[(value ^ byte) & 0xff] as number);
  return ~value >>> 0;
}

async function inflate(packed: Blob, size: number): Promise<Blob> {
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let read = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return new Blob(parts);
      read += value.byteLength;
      if (read > size) {
        await reader.cancel();
        throw new ZipError('bomb');
      }
      parts.push(value);
    }
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError('broken');
  }
}

async function viewOf(blob: Blob, from: number, to: number): Promise<DataView<ArrayBuffer>> {
  return new DataView(await blob.slice(from, to).arrayBuffer());
}
