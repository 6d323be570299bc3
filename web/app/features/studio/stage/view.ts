import type { Landmarks } from '#engine/picture.ts';

/**
 * The visible part of the photo. `x` and `y` are the point of the photo that is in the middle of the pane. `scale` is
 * the number of screen pixels for each pixel of the photo.
 */
export interface View {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Box extends Size {
  x: number;
  y: number;
}

const LARGEST = 8;
const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

/** Returns a rectangle around the face with hair and neck. It is an enlarged rectangle around the face points. */
export function faceBox(landmarks: Landmarks): Box {
  const xs = landmarks.map(([x]) => x);
  const ys = landmarks.map(([, y]) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [width, height] = [right - left, bottom - top];
  return { x: left - width * 0.3, y: top - height * 0.28, width: width * 1.6, height: height * 1.42 };
}

/** Returns the view that shows the whole box in the pane. */
export function fit(box: Box, pane: Size): View {
  return {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    scale: Math.min(pane.width / box.width, pane.height / box.height),
  };
}

export const wholePhoto = (photo: Size): Box => ({ x: 0, y: 0, ...photo });

/**
 * Limits the view. At the smallest zoom, the whole photo is shown at half the size of the pane. At the largest zoom,
 * each pixel of the photo is eight screen pixels wide. The middle of the pane always shows a point of the photo.
 */
export function limit(view: View, photo: Size, pane: Size): View {
  const smallest = Math.min(pane.width / photo.width, pane.height / photo.height) / 2;
  return {
    x: clamp(view.x, 0, photo.width),
    y: clamp(view.y, 0, photo.height),
    scale: clamp(view.scale, smallest, LARGEST),
  };
}

/**
 * Returns the view after zooming at a point. The point of the photo at this place does not move. `at` is measured from
 * the middle of the pane.
 */
export function zoomAt(view: View, factor: number, at: { x: number; y: number }): View {
  const scale = view.scale * factor;
  return { x: view.x + at.x / view.scale - at.x / scale, y: view.y + at.y / view.scale - at.y / scale, scale };
}

export const panBy = (view: View, dx: number, dy: number): View => ({
  ...view,
  x: view.x - dx / view.scale,
  y: view.y - dy / view.scale,
});

/** A point of the pane, measured from its middle. */
export interface Place {
  x: number;
  y: number;
}

/**
 * Returns the view after two fingers have moved. The part of the photo between the fingers moves with them. If the
 * fingers move apart, this part is enlarged.
 */
export function pinched(view: View, before: readonly [Place, Place], after: readonly [Place, Place]): View {
  const middle = ([a, b]: readonly [Place, Place]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const apart = ([a, b]: readonly [Place, Place]) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
  const [from, to] = [middle(before), middle(after)];
  return zoomAt(panBy(view, to.x - from.x, to.y - from.y), apart(after) / apart(before), to);
}
