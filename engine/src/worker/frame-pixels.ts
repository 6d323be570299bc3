import type { Picture } from '../picture.ts';
import type { FrameSource } from './face-messages.ts';

/**
 * Returns a function that reads the pixels of a frame. It reuses one canvas, because allocating a canvas for every
 * video frame would take longer than reading the frame.
 */
export function createFrameReader(): (source: FrameSource) => Picture {
  let canvas: OffscreenCanvas | undefined;
  return (source) => {
    if ('data' in source) return source;
    canvas ??= new OffscreenCanvas(source.width, source.height);
    if (canvas.width !== source.width) canvas.width = source.width;
    if (canvas.height !== source.height) canvas.height = source.height;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('No 2D canvas in this worker');
    if ('frame' in source) {
      const { frame, crop, width, height } = source;
      context.drawImage(frame, crop.x, crop.y, crop.width, crop.height, 0, 0, width, height);
      frame.close();
    } else {
      context.drawImage(source, 0, 0);
      source.close();
    }
    return context.getImageData(0, 0, canvas.width, canvas.height);
  };
}
