import type { Landmarks, Picture } from '#engine/picture.ts';
import { type FaceClient, startFaceClient } from '#engine/worker/face-client.ts';
import type { Shot } from './shots.ts';

export interface Face {
  bitmap: ImageBitmap;
  landmarks: Landmarks | null;
}

/**
 * Images with their face points. The browser finds the points, one image at a time, and stores them while the page is
 * open.
 */
export class Faces {
  #known = new Map<string, Promise<Face>>();
  #client: Promise<FaceClient> | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  open(shot: Shot): Promise<Face> {
    const known = this.#known.get(shot.id);
    if (known) return known;
    const opening = this.#queue.then(() => this.#load(shot.url));
    this.#queue = opening.catch(() => {});
    this.#known.set(shot.id, opening);
    opening.catch(() => this.#known.delete(shot.id));
    return opening;
  }

  close() {
    void this.#client?.then((client) => client.terminate()).catch(() => {});
    this.#client = undefined;
  }

  async #load(url: string): Promise<Face> {
    const answer = await fetch(url, { credentials: 'include' });
    if (!answer.ok) throw new Error(`The picture answered ${answer.status}`);
    const bitmap = await createImageBitmap(await answer.blob());
    this.#client ??= startFaceClient();
    // If the face detector fails, the images are still shown side by side, but not aligned.
    const reading = await this.#client.then((client) => client.detect(pixelsOf(bitmap))).catch(() => null);
    return { bitmap, landmarks: reading?.landmarks ?? null };
  }
}

function pixelsOf(bitmap: ImageBitmap): Picture {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw');
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height);
}
