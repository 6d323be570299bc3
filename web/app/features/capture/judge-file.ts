import { PhotoLimits } from '#contract/intake.ts';
import { kindOf } from '#web/lib/picture-kind.ts';
import { readPhoto } from './read-frame.ts';

/** The reasons to refuse a file before the detector looks for a face. The service uses the same codes and messages. */
export type FileFault = 'PHOTO_NOT_A_PICTURE' | 'PHOTO_TOO_SMALL' | 'PHOTO_TOO_BIG' | 'PHOTO_TOO_MANY_PIXELS';

/** The limits that are inserted into the messages about a refused file. */
export const faultValues = {
  min_px: PhotoLimits.min_side_px,
  max_mb: PhotoLimits.max_mb,
  max_megapixels: PhotoLimits.max_megapixels,
};

const headBytes = 16;

export function sizeFault(width: number, height: number): FileFault | null {
  if (Math.min(width, height) < PhotoLimits.min_side_px) return 'PHOTO_TOO_SMALL';
  return (width * height) / 1_000_000 > PhotoLimits.max_megapixels ? 'PHOTO_TOO_MANY_PIXELS' : null;
}

/** Returns the first reason to refuse a file, or null if there is none. */
export async function judgeFile(file: Blob): Promise<FileFault | null> {
  if (file.size > PhotoLimits.max_mb * 1_000_000) return 'PHOTO_TOO_BIG';
  try {
    // Reading fails if the file was deleted or moved, or is in cloud storage that the phone cannot reach.
    if (!kindOf(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()))) return 'PHOTO_NOT_A_PICTURE';
    const picture = await readPhoto(file);
    // The bitmap has no size after it is closed, so the size is read first.
    const fault = sizeFault(picture.width, picture.height);
    if ('close' in picture) picture.close();
    return fault;
  } catch {
    return 'PHOTO_NOT_A_PICTURE';
  }
}
