/**
 * A square part of an image. With `zoom` 1 the square is as wide as the shorter side. `x` and `y` are the centre of the
 * square, as shares of the image's width and height.
 */
export interface Crop {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the square in pixels. It is moved if a part of it would be outside the image. */
export function squareOf({ zoom, x, y }: Crop, { width, height }: Size): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / zoom;
  const inside = (middle: number, length: number) => Math.min(Math.max(middle * length - side / 2, 0), length - side);
  return { left: inside(x, width), top: inside(y, height), side };
}

/** Returns the square after a drag by `dx` and `dy`, which are shares of the square's side. */
export function moved(crop: Crop, size: Size, dx: number, dy: number): Crop {
  const { left, top, side } = squareOf(crop, size);
  return settled(
    { ...crop, x: (left + side / 2 - dx * side) / size.width, y: (top + side / 2 - dy * side) / size.height },
    size,
  );
}

function settled(crop: Crop, size: Size): Crop {
  const { left, top, side } = squareOf(crop, size);
  return { ...crop, x: (left + side / 2) / size.width, y: (top + side / 2) / size.height };
}
