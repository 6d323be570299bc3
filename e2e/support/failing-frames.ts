import type { Page } from '@playwright/test';

/**
 * For each way to read a frame: the share of frames (0 to 1) that cannot be read, as if the graphics card had too
 * little memory.
 */
interface Refusals {
  bitmap: number;
  video_frame: number;
  canvas: number;
}

/**
 * Makes frames of the camera fail at random, as they do on phones. A canvas wider than 640 px, such as that of a whole
 * photo, can always be read.
 */
export async function refuseFrames(page: Page, refusals: Refusals): Promise<string[]> {
  await page.addInitScript((shares: Refusals) => {
    // The random sequence is the same every time (mulberry32).
    let seed = 7;
    const chance = () => {
      seed = (seed + 0x6d2b79f5) | 0;
      let bits = Math.imul(seed ^ (seed >>> 15), 1 | seed);
      bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
      return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
    };
    const fault = () => new DOMException('The ImageBitmap could not be allocated', 'InvalidStateError');
    const make = createImageBitmap as (source: unknown, ...rest: unknown[]) => Promise<ImageBitmap>;
    Object.assign(globalThis, {
      createImageBitmap: (...given: Parameters<typeof make>) =>
        chance() < shares.bitmap ? Promise.reject(fault()) : make(...given),
    });
    const Real = VideoFrame;
    Object.assign(globalThis, {
      VideoFrame: function VideoFrameAtRandom(source: HTMLVideoElement) {
        if (chance() < shares.video_frame) throw fault();
        return new Real(source);
      },
    });
    const { getImageData } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.getImageData = function refused(...given) {
      if (this.canvas.width <= 640 && chance() < shares.canvas) throw fault();
      return getImageData.apply(this, given as Parameters<typeof getImageData>);
    };
  }, refusals);
  const steps: string[] = [];
  page.on('console', (message) => {
    const step = /^Guided capture (?:goes on by (\w+)|(ends))/.exec(message.text());
    if (step) steps.push(step[1] ?? step[2] ?? '');
  });
  return steps;
}
