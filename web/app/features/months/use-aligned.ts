import { type RefObject, useEffect, useState } from 'react';
import { alignmentOf, matrixOf } from '#engine/geometry/align-photos.ts';
import type { Landmarks, Picture } from '#engine/picture.ts';
import { type FaceClient, startFaceClient } from '#engine/worker/face-client.ts';
import type { Shot } from './shots.ts';

export type Aligned = 'busy' | 'aligned' | 'turned' | 'apart' | 'failed';
/**
 * The largest accepted difference between the stable points of the two aligned faces, as a root mean square in
 * millimetres. If the difference is larger, the head is treated as turned.
 */
const WELL_MM = 2;

interface Canvases {
  left: RefObject<HTMLCanvasElement | null>;
  right: RefObject<HTMLCanvasElement | null>;
}

/** Draws two images at the same size. The left face is moved into the position of the right face. */
export function useAligned([left, right]: readonly [Shot, Shot], canvases: Canvases): Aligned {
  const [faces] = useState(() => new Faces());
  const [state, setState] = useState<Aligned>('busy');
  useEffect(() => () => faces.close(), [faces]);
  useEffect(() => {
    let isOver = false;
    setState('busy');
    Promise.all([faces.open(left), faces.open(right)]).then(
      ([then, now]) => {
        const [a, b] = [canvases.left.current, canvases.right.current];
        if (isOver || !a || !b) return;
        const { width, height } = now.bitmap;
        draw(b, now.bitmap, { width, height });
        const alignment = then.landmarks && now.landmarks ? alignmentOf(then.landmarks, now.landmarks) : null;
        draw(a, then.bitmap, { width, height }, alignment ? matrixOf(alignment) : undefined);
        setState(!alignment ? 'apart' : alignment.residual_mm <= WELL_MM ? 'aligned' : 'turned');
      },
      () => !isOver && setState('failed'),
    );
    return () => void (isOver = true);
  }, [faces, left, right, canvases.left, canvases.right]);
  return state;
}

function draw(
  canvas: HTMLCanvasElement,
  bitmap: ImageBitmap,
  { width, height }: { width: number; height: number },
  matrix: readonly [number, number, number, number, number, number] = [1, 0, 0, 1, 0, 0],
) {
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.imageSmoothingQuality = 'high';
  context.setTransform(...matrix);
  context.drawImage(bitmap, 0, 0);
}

interface Face {
  bitmap: ImageBitmap;
  landmarks: Landmarks | null;
}

/**
 * Images with their face points. The browser finds the points, one image at a time, and stores them while the page is
 * open.
 */
class Faces {
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
