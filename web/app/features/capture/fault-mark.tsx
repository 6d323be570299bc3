import type { HeadMove } from '#engine/quality/photo-marks.ts';
import type { Verdict } from './face-check.ts';
import styles from './fault-mark.module.css';

interface Props {
  verdict: Verdict;
  /** True if the photo below the mark is mirrored. */
  isMirrored?: boolean;
}

/**
 * Draws the mark of a fault over a refused photo. The mark is cropped in the same way as the photo. It is hidden from
 * screen readers, because the text next to the photo contains the same information.
 */
export default function FaultMark({ verdict: { mark, width, height }, isMirrored = false }: Props) {
  if (!mark) return null;
  const outlines = mark.outlines.map(
    (points) => `M${points.map(([x, y]) => `${(x * width).toFixed(1)} ${(y * height).toFixed(1)}`).join('L')}Z`,
  );
  return (
    <svg
      className={styles.mark}
      data-mirrored={isMirrored || undefined}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      aria-hidden="true"
    >
      {outlines.length > 0 && <path d={outlines.join('')} />}
      {mark.move && <path className={styles.arrow} d={arrow(mark.move, width, height)} />}
    </svg>
  );
}

/** The direction of the arrow in the unmirrored photo. In this photo, the person's left is on the right. */
const ways: Record<HeadMove['way'], readonly [number, number]> = {
  turn_left: [1, 0],
  turn_right: [-1, 0],
  look_up: [0, -1],
  look_down: [0, 1],
  tilt_left: [0.8, 0.6],
  tilt_right: [-0.8, 0.6],
};

function arrow({ way }: HeadMove, width: number, height: number): string {
  const [dx, dy] = ways[way];
  const length = Math.min(width, height) * 0.17;
  const [x, y] = [width / 2 - dx * length, height / 2 - dy * length];
  const [tipX, tipY] = [x + 2 * dx * length, y + 2 * dy * length];
  const barb = (turn: number) => {
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    return `${(tipX - (dx * cos - dy * sin) * length * 0.7).toFixed(1)} ${(tipY - (dx * sin + dy * cos) * length * 0.7).toFixed(1)}`;
  };
  const tip = `${tipX.toFixed(1)} ${tipY.toFixed(1)}`;
  return `M${x.toFixed(1)} ${y.toFixed(1)}L${tip}M${barb(0.6)}L${tip}L${barb(-0.6)}`;
}
