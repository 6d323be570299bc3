/** The errors that can occur when a photo is taken. They are the keys of their messages under `capture:error.…`. */
export type ShotFault = 'video_not_ready' | 'canvas_unavailable' | 'no_blob' | 'empty_photo';

export class ShotError extends Error {
  readonly fault: ShotFault;

  constructor(fault: ShotFault) {
    super(fault);
    this.fault = fault;
  }
}

/** Aspect ratio of the visible frame, which is the middle part of the camera's image. */
export const guideRatio = 4 / 3;
export const jpegQuality = 0.92;
/** The service refuses a photo if one of its sides is shorter than this, in pixels. */
export const minSide_px = 640;

/**
 * The camera that a phone uses. A person who is alone uses the front camera. A helper who holds the phone uses the back
 * camera, which takes better photos.
 */
export type Facing = 'user' | 'environment';

export interface Crop {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the centred 4:3 part of an image, in whole pixels. */
export function guideCrop(width: number, height: number): Crop {
  const cropWidth = Math.round(Math.min(width, height * guideRatio));
  const cropHeight = Math.round(Math.min(height, width / guideRatio));
  return {
    x: Math.floor((width - cropWidth) / 2),
    y: Math.floor((height - cropHeight) / 2),
    width: cropWidth,
    height: cropHeight,
  };
}

/** Returns whether the service would refuse every photo of a camera with an image of this size, in pixels. */
export function isTooSmall(width: number, height: number): boolean {
  const crop = guideCrop(width, height);
  return Math.min(crop.width, crop.height) < minSide_px;
}

/**
 * Returns the requested size of the video. Pores can be measured only with at least about 200 px between the eyes, so
 * full HD is requested. If the phone is upright, 4K is requested, because the guide uses only a part of the tall image.
 */
export function videoWishes(isUpright: boolean, facingMode: Facing): MediaTrackConstraints {
  return isUpright
    ? { facingMode, width: { ideal: 3840 }, height: { ideal: 2160 } }
    : { facingMode, width: { ideal: 1920 }, height: { ideal: 1080 } };
}

export function stopStream(stream: MediaStream | null) {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

type VideoState = Pick<HTMLVideoElement, 'readyState' | 'videoWidth'>;

/**
 * Returns whether the video has an image (HTMLMediaElement.HAVE_CURRENT_DATA). The browser knows the size of the video
 * slightly before the first image.
 */
export const hasPicture = ({ readyState, videoWidth }: VideoState): boolean => readyState >= 2 && videoWidth > 0;

/** Returns the part of the video that the guide shows, in pixels of the video. */
export function cropOf(video: HTMLVideoElement): Crop {
  if (!hasPicture(video)) throw new ShotError('video_not_ready');
  return guideCrop(video.videoWidth, video.videoHeight);
}

/** Takes a photo of the visible part of the video as a JPEG, at the camera's full resolution and not mirrored. */
export async function takePhoto(video: HTMLVideoElement): Promise<Blob> {
  const { x, y, width, height } = cropOf(video);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new ShotError('canvas_unavailable');
  context.drawImage(video, x, y, width, height, 0, 0, width, height);
  return await jpegOf(canvas);
}

function jpegOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => {
        if (!blob) reject(new ShotError('no_blob'));
        else if (blob.size === 0) reject(new ShotError('empty_photo'));
        else resolve(blob);
      },
      'image/jpeg',
      jpegQuality,
    );
  });
}
