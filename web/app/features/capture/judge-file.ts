import { PhotoLimits } from '#contract/intake.ts';

/** Why a file is not taken, before anybody looks for a face in it; the codes and words are those of the service. */
export type FileFault = 'PHOTO_NOT_A_PICTURE' | 'PHOTO_TOO_SMALL' | 'PHOTO_TOO_BIG' | 'PHOTO_TOO_MANY_PIXELS';

export interface FileVerdict {
  fault: FileFault | null;
  /** Some browsers cannot read HEIC; such a photo goes to the service unseen. */
  isReadable: boolean;
}

/** The values that the words of a fault mention. */
export const faultValues = {
  min_px: PhotoLimits.min_side_px,
  max_mb: PhotoLimits.max_mb,
  max_megapixels: PhotoLimits.max_megapixels,
};

const headBytes = 16;

/** Judged by its bytes: names and declared types say nothing. */
export function kindOf(head: Uint8Array): 'jpeg' | 'png' | 'webp' | 'heic' | null {
  const text = String.fromCharCode(...head);
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  if (text.slice(4, 8) === 'ftyp' && /^(hei[cxms]|hev[cx]|mif1|msf1)/.test(text.slice(8, 12))) return 'heic';
  return null;
}

export function sizeFault(width: number, height: number): FileFault | null {
  if (Math.min(width, height) < PhotoLimits.min_side_px) return 'PHOTO_TOO_SMALL';
  return (width * height) / 1_000_000 > PhotoLimits.max_megapixels ? 'PHOTO_TOO_MANY_PIXELS' : null;
}

export async function judgeFile(file: Blob): Promise<FileVerdict> {
  if (file.size > PhotoLimits.max_mb * 1_000_000) return { fault: 'PHOTO_TOO_BIG', isReadable: false };
  const kind = kindOf(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));
  if (!kind) return { fault: 'PHOTO_NOT_A_PICTURE', isReadable: false };
  try {
    const bitmap = await createImageBitmap(file);
    const fault = sizeFault(bitmap.width, bitmap.height);
    bitmap.close();
    return { fault, isReadable: true };
  } catch {
    return { fault: kind === 'heic' ? null : 'PHOTO_NOT_A_PICTURE', isReadable: false };
  }
}
