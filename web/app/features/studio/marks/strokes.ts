import { type BrushStroke, STROKE_POINTS_MAX, STROKES_MAX } from '#contract/markings.ts';

export type XY = readonly [x: number, y: number];
interface Size {
  width: number;
  height: number;
}

const share = (value: number) => Math.round(Math.min(1.5, Math.max(-0.5, value)) * 1e4) / 1e4;

/** Returns the position of a point as shares of the photo's width and height. Markings are stored in this form. */
export const shareOf = ([x, y]: XY, { width, height }: Size): [number, number] => [share(x / width), share(y / height)];
export const pixelOf = ([x, y]: XY, { width, height }: Size): [number, number] => [x * width, y * height];

/** The distance after which a press becomes a drag, as a share of the photo's width. */
const SLIP = 0.003;

/** Whether a press has turned into a drag. */
export const isDrag = (from: XY, to: XY, { width }: Size): boolean =>
  Math.hypot(to[0] - from[0], to[1] - from[1]) > SLIP * width;

export const startStroke = (mode: BrushStroke['mode'], radius: number, at: XY): BrushStroke => ({
  mode,
  radius: share(radius),
  points: [[at[0], at[1]]],
});

/**
 * Returns the stroke with one more point. A point nearer to the last one than a quarter of the radius is skipped. If
 * the stroke has too many points, every second point is removed.
 */
export function extendStroke(stroke: BrushStroke, at: XY, aspect: number): BrushStroke {
  const last = stroke.points.at(-1) ?? at;
  if (Math.hypot(at[0] - last[0], (at[1] - last[1]) / aspect) < stroke.radius / 4) return stroke;
  const points = [...stroke.points, [at[0], at[1]] as [number, number]];
  if (points.length <= STROKE_POINTS_MAX) return { ...stroke, points };
  return { ...stroke, points: points.filter((_, index) => index % 2 === 0 || index === points.length - 1) };
}

/** Adds a stroke. Returns null if the photo already has the maximum number of strokes. */
export const withStroke = (brush: readonly BrushStroke[], stroke: BrushStroke): BrushStroke[] | null =>
  brush.length >= STROKES_MAX ? null : [...brush, stroke];

/** Returns the SVG path of a stroke, in pixels. A stroke with only one point becomes a dot. */
export function strokePath({ points }: BrushStroke, size: Size): string {
  const [first, ...rest] = points.map((point) =>
    pixelOf(point, size)
      .map((value) => value.toFixed(1))
      .join(' '),
  );
  return `M${first}${rest.length > 0 ? rest.map((point) => `L${point}`).join('') : 'h0.01'}`;
}
