import type { Picture } from '#engine/picture.ts';

type Drawable = HTMLCanvasElement | OffscreenCanvas;

/**
 * Returns the 2D context of a canvas.
 * @throws if the canvas already has a context of another kind, or if the browser has no memory left for a context
 */
export function drawingOn(canvas: HTMLCanvasElement): CanvasRenderingContext2D;
export function drawingOn(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D;
export function drawingOn(canvas: Drawable): CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context || !('putImageData' in context)) throw new Error('This canvas cannot be drawn on');
  return context as CanvasRenderingContext2D;
}

/** Converts an image of the engine into an image of the browser. Both use the same pixels in memory. */
export const imageOf = ({ data, width, height }: Picture): ImageData =>
  new ImageData(data as ImageDataArray, width, height);

/** Returns a new canvas that shows the image. */
export function canvasOf(picture: Picture): OffscreenCanvas {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  drawingOn(canvas).putImageData(imageOf(picture), 0, 0);
  return canvas;
}

/** Shows an image in a canvas of the page. The canvas gets the size of the image. */
export function show(picture: Picture, canvas: HTMLCanvasElement) {
  canvas.width = picture.width;
  canvas.height = picture.height;
  drawingOn(canvas).putImageData(imageOf(picture), 0, 0);
}
