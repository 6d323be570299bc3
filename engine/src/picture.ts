/**
 * A picture in memory: RGBA, 8 bits a channel, row by row, not premultiplied. The browser's ImageData fits; in Node,
 * `sharp(file).ensureAlpha().raw()` returns one.
 */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** x and y in pixels of the picture, z in the same unit, smaller towards the camera. */
export type Point3 = readonly [number, number, number];

/** The 478 points of MediaPipe's attention mesh. Right and left are the subject's own. */
export type Landmarks = readonly Point3[];

export const landmarkCount = 478;

/** `right` shows the right side of the face: the person turned to their own left, the nose points to the picture's right. */
export type Pose = 'front' | 'right' | 'left';

/** A side of the subject's own face. */
export type Side = 'right' | 'left';

/** One value a side, as for strengths. */
export interface Sided {
  readonly right: number;
  readonly left: number;
}

/** @throws RangeError when the pixel buffer does not match the size. */
export function assertPicture(picture: Picture): void {
  const { width, height, data } = picture;
  if (width < 1 || height < 1 || data.length !== width * height * 4) {
    throw new RangeError(`A ${width} × ${height} picture needs ${width * height * 4} bytes, got ${data.length}`);
  }
}
