/**
 * The types of photos for the file dialog. HEIC is not in the list, so that Apple devices convert a HEIC photo to JPEG.
 * With `image/*` Safari on a Mac sends HEIC, which the service refuses.
 */
export const photoTypes = 'image/jpeg,image/png,image/webp,image/avif';

/**
 * Returns the format of an image, or null if the file is not a JPEG, PNG, WebP or AVIF image. The function reads
 * the first bytes of the file, because names and declared types can be wrong.
 */
export function kindOf(head: Uint8Array): 'jpeg' | 'png' | 'webp' | 'avif' | null {
  const text = String.fromCharCode(...head);
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  if (text.slice(4, 12) === 'ftypavif') return 'avif';
  return null;
}
