import { type Recipes, type Style, Styles } from '#contract/drafts.ts';
import type { Landmarks } from '#engine/picture.ts';
import type { Brush } from '#engine/regions/brush.ts';
import { type RenderClient, startRenderClient } from '#engine/worker/render-client.ts';
import type { Track } from '#web/lib/tracks.ts';
import { canvasOf, drawingOn } from '../stage/pixels.ts';
import type { OpenPose } from '../stage/pose-store.ts';
import { type Crop, scaledPose } from '../stage/scaled-pose.ts';
import { drawable } from '../treatment/treatments.ts';

/**
 * The width of the face in the small images, in pixels. Lips and eyes are large enough at this size, and the CPU draws
 * the images quickly.
 */
const FACE_PX = 260;
const PAUSE_MS = 150;

const browTop = [105, 334];
const eyeCorners = [33, 263];
const mouth = [61, 291, 17];

/**
 * Returns the part of the photo from the eyes to the mouth. In an image of the whole head, the differences would be too
 * small to see. `aspect` is width divided by height.
 */
export function eyesToMouth(landmarks: Landmarks, aspect: number): Crop {
  const points = [...browTop, ...eyeCorners, ...mouth].flatMap((index) => (landmarks[index] ? [landmarks[index]] : []));
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const height = (bottom - top) * 1.16;
  const width = Math.max(height * aspect, Math.max(...xs) - Math.min(...xs));
  const [x, y] = [(Math.min(...xs) + Math.max(...xs)) / 2, (top + bottom) / 2];
  return { x: x - width / 2, y: y - width / aspect / 2, width, height: width / aspect };
}

/**
 * Draws the small images: the photo and a rendering of each style. A separate worker draws them, so that they never
 * delay the large image.
 */
export class StripPictures {
  #client: RenderClient | undefined;
  #canvases: Record<Track, HTMLCanvasElement>;
  #crop: Crop | null = null;
  #wanted: { recipes: Recipes; brush: Brush | undefined } | null = null;
  #isBusy = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #key = '';

  constructor(canvases: Record<Track, HTMLCanvasElement>) {
    this.#canvases = canvases;
  }

  async open(pose: OpenPose, recipes: Recipes, brush: Brush | undefined) {
    const xs = pose.landmarks.map(([x]) => x);
    const scale = FACE_PX / (Math.max(...xs) - Math.min(...xs));
    const { width, height } = pose.picture;
    const small = scaledPose(pose, { x: 0, y: 0, width, height }, Math.min(1, scale));
    this.#client ??= startRenderClient();
    if (this.#key) void this.#client.release(this.#key).catch(() => {});
    this.#key = pose.photoId;
    const crop = eyesToMouth(small.landmarks, 68 / 56);
    this.#crop = null;
    this.#wanted = { recipes, brush };
    // The photo is drawn before `prepare` transfers its pixels to the worker. After that, this page no longer has the
    // pixels.
    drawCropped(this.#canvases.untreated, canvasOf(small.picture), crop);
    await this.#client.prepare(this.#key, small.picture, small.landmarks);
    if (this.#key !== pose.photoId) return;
    this.#crop = crop;
    // The doctor may have changed a dose in the meantime. The newest request is drawn.
    this.#drawSoon();
  }

  draw(recipes: Recipes, brush: Brush | undefined) {
    this.#wanted = { recipes, brush };
    this.#drawSoon();
  }

  #drawSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#work().catch(() => {}), PAUSE_MS);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#client?.terminate();
    this.#client = undefined;
  }

  async #work() {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      while (this.#wanted && this.#crop && this.#client) {
        const { recipes, brush } = this.#wanted;
        this.#wanted = null;
        for (const style of Styles) await this.#drawOne(style, recipes, brush);
      }
    } finally {
      this.#isBusy = false;
    }
  }

  async #drawOne(style: Style, recipes: Recipes, brush: Brush | undefined) {
    const picture = await this.#client?.render(this.#key, drawable(recipes[style]), { brush });
    if (!picture || !this.#crop) return;
    drawCropped(this.#canvases[style], canvasOf(picture), this.#crop);
  }
}

function drawCropped(canvas: HTMLCanvasElement, picture: CanvasImageSource, { x, y, width, height }: Crop) {
  const context = drawingOn(canvas);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height);
}
