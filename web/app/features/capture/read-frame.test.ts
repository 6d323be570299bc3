import { afterEach, expect, test, vi } from 'vitest';
import { readPhoto } from './read-frame.ts';

afterEach(() => vi.unstubAllGlobals());

/** Makes the browser decode every photo as an image of this size. Returns the images that are still open. */
function decodesAs(width: number, height: number): Set<unknown> {
  const open = new Set<unknown>();
  vi.stubGlobal('createImageBitmap', async (_source: unknown, wishes?: ImageBitmapOptions) => {
    const bitmap = {
      width: wishes?.resizeWidth ?? width,
      height: wishes?.resizeHeight ?? height,
      close: () => open.delete(bitmap),
    };
    open.add(bitmap);
    return bitmap;
  });
  return open;
}

test('a photo of a recent iPhone is read at the size that fits on a canvas, and the large image is closed', async () => {
  const open = decodesAs(5712, 4284);
  expect(await readPhoto(new Blob(), 4096)).toMatchObject({ width: 4096, height: 3072 });
  expect(open.size).toBe(1);
});

test('the large image is closed even if the smaller image cannot be made', async () => {
  const open = decodesAs(5712, 4284);
  const decode = globalThis.createImageBitmap;
  vi.stubGlobal('createImageBitmap', (source: Blob, wishes?: ImageBitmapOptions) =>
    wishes ? Promise.reject(new DOMException('', 'InvalidStateError')) : decode(source),
  );
  vi.stubGlobal('URL', { createObjectURL: () => '', revokeObjectURL: () => {} });
  await expect(readPhoto(new Blob(), 4096)).rejects.toThrow('Image is not defined');
  expect(open.size).toBe(0);
});

test('an upright photo keeps its proportions', async () => {
  decodesAs(6000, 8000);
  expect(await readPhoto(new Blob(), 4096)).toMatchObject({ width: 3072, height: 4096 });
});

test('a photo that is small enough is not made smaller', async () => {
  decodesAs(4032, 3024);
  expect(await readPhoto(new Blob(), 4096)).toMatchObject({ width: 4032, height: 3024 });
  decodesAs(8064, 6048);
  expect(await readPhoto(new Blob())).toMatchObject({ width: 8064, height: 6048 });
});
