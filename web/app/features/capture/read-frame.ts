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

/** Reads a finished photo for the detector. It uses an image element if the browser cannot create an ImageBitmap. */
export async function readPhoto(photo: Blob): Promise<FrameSource> {
  return createImageBitmap(photo).catch(() => decodeSlowly(photo));
}

async function decodeSlowly(photo: Blob): Promise<FrameSource> {
  const url = URL.createObjectURL(photo);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const whole = document.createElement('canvas');
    whole.width = image.naturalWidth;
    whole.height = image.naturalHeight;
    return pixelsOf(whole, (context) => context.drawImage(image, 0, 0));
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
