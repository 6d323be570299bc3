import { type RefObject, useEffect, useState } from 'react';
import { alignmentOf, matrixOf } from '#engine/geometry/align-photos.ts';
import { Faces } from './faces.ts';
import type { Shot } from './shots.ts';

export type Aligned = 'busy' | 'aligned' | 'turned' | 'apart' | 'failed';
/**
 * The largest distance between stable points of the two aligned faces, in millimetres. If it is larger, the head is
 * treated as turned.
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
