import type { FrameSource } from '#engine/worker/face-messages.ts';
import { type Crop, cropOf, guideRatio } from './camera.ts';
import type { FrameWay } from './frame-ladder.ts';

type Read = (video: HTMLVideoElement, crop: Crop, width: number, height: number) => FrameSource | Promise<FrameSource>;

/** All frames use the same canvas, because creating a new one takes longer than reading the frame. */
let canvas: HTMLCanvasElement | undefined;

const reads: Record<FrameWay, Read> = {
  bitmap: (video, crop, resizeWidth, resizeHeight) =>
    createImageBitmap(video, crop.x, crop.y, crop.width, crop.height, {
      resizeWidth,
      resizeHeight,
      resizeQuality: 'low',
    }),
  // The worker crops and shrinks the frame.
  video_frame: (video, crop, width, height) => ({ frame: new VideoFrame(video), crop, width, height }),
  canvas(video, crop, width, height) {
    canvas ??= document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    return pixelsOf(canvas, (context) =>
      context.drawImage(video, crop.x, crop.y, crop.width, crop.height, 0, 0, width, height),
    );
  },
};

/** Returns a small copy of the current frame for the detector. */
export async function readFrame(video: HTMLVideoElement, way: FrameWay, width_px: number): Promise<FrameSource> {
  const crop = cropOf(video);
  const width = Math.min(width_px, crop.width);
  return reads[way](video, crop, width, Math.round(width / guideRatio));
}

/**
 * Reads a finished photo for the detector. It uses an image element if the browser cannot create an ImageBitmap. A photo
 * with a longer side than `longest_px` is made smaller.
 */
export async function readPhoto(photo: Blob, longest_px = Number.POSITIVE_INFINITY): Promise<FrameSource> {
  try {
    const whole = await createImageBitmap(photo);
    const [resizeWidth, resizeHeight] = fitted(whole.width, whole.height, longest_px);
    if (resizeWidth === whole.width) return whole;
    try {
      return await createImageBitmap(whole, { resizeWidth, resizeHeight, resizeQuality: 'high' });
    } finally {
      whole.close();
    }
  } catch {
    return decodeSlowly(photo, longest_px);
  }
}

function fitted(width: number, height: number, longest_px: number): [number, number] {
  const share = Math.min(1, longest_px / Math.max(width, height));
  return [Math.round(width * share), Math.round(height * share)];
}

async function decodeSlowly(photo: Blob, longest_px: number): Promise<FrameSource> {
  const url = URL.createObjectURL(photo);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const whole = document.createElement('canvas');
    [whole.width, whole.height] = fitted(image.naturalWidth, image.naturalHeight, longest_px);
    return pixelsOf(whole, (context) => context.drawImage(image, 0, 0, whole.width, whole.height));
  } finally {
    URL.revokeObjectURL(url);
  }
}

function pixelsOf(surface: HTMLCanvasElement, draw: (context: CanvasRenderingContext2D) => void): FrameSource {
  const context = surface.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser cannot draw');
  draw(context);
  const { data, width, height } = context.getImageData(0, 0, surface.width, surface.height);
  return { data, width, height };
}
