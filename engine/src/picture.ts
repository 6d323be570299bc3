/**
 * An image in memory: RGBA, 8 bits per channel, row by row, not premultiplied. In a browser, ImageData has this form;
 * in Node, `sharp(file).ensureAlpha().raw()` returns the bytes.
 */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** A point: x and y are in pixels of the image, z is in the same unit and smaller towards the camera. */
export type Point3 = readonly [number, number, number];

/** The 478 points of MediaPipe's attention mesh. Right and left are the patient's own. */
export type Landmarks = readonly Point3[];

export const landmarkCount = 478;

/**
 * `right` shows the right side of the face: the person has turned to their own left, and the nose points to the right
 * of the image.
 */
export type Pose = 'front' | 'right' | 'left';

/** A side of the patient's own face. */
export type Side = 'right' | 'left';

/** One value for each side of the face, for example a strength. */
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
