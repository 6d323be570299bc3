import { expect, test } from 'vitest';
import { kindOf } from '#web/lib/picture-kind.ts';
import { judgeFile, sizeFault } from './judge-file.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

test('the first bytes of a file show its type', () => {
  expect(kindOf(bytes('\xff\xd8\xff\xe0'))).toBe('jpeg');
  expect(kindOf(bytes('\x89PNG\r\n\x1a\n'))).toBe('png');
  expect(kindOf(bytes('RIFF\x00\x00\x00\x00WEBPVP8 '))).toBe('webp');
  expect(kindOf(bytes('\x00\x00\x00\x18ftypavif'))).toBe('avif');
  expect(kindOf(bytes('\x00\x00\x00\x18ftypheic'))).toBeNull();
  expect(kindOf(bytes('<svg xmlns="http'))).toBeNull();
  expect(kindOf(bytes('%PDF-1.7'))).toBeNull();
});

test('a photo is refused if its short side is too small or it has too many pixels', () => {
  expect(sizeFault(1600, 639)).toBe('PHOTO_TOO_SMALL');
  expect(sizeFault(640, 640)).toBeNull();
  expect(sizeFault(10_000, 6000)).toBe('PHOTO_TOO_MANY_PIXELS');
});

test('a file is refused if it is too big or not an image', async () => {
  expect(await judgeFile(new Blob([new Uint8Array(25_000_001)]))).toBe('PHOTO_TOO_BIG');
  expect(await judgeFile(new Blob(['hello'], { type: 'image/jpeg' }))).toBe('PHOTO_NOT_A_PICTURE');
});

test('a file that the phone can no longer read is refused, so that the check ends', async () => {
  const gone = {
    size: 1000,
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }),
  };
  expect(await judgeFile(gone as unknown as Blob)).toBe('PHOTO_NOT_A_PICTURE');
});
