import { memo } from 'react';
import styles from './guide-oval.module.css';

/**
 * The geometry of the guide in a drawing of 1200 × 900 units. The radii are 18 % and 27 % of the frame, as in the
 * product specification.
 */
const guideBox = '0 0 1200 900';
const centre = { x: 600, y: 450 };
export const radius = { x: 216, y: 243 };
export const tickCount = 96;

/**
 * The area outside the oval. It is far wider and higher than the frame, because the visible area on a phone has other
 * proportions than the frame.
 */
const veil = `M-2000-900h5200v2700H-2000zM${centre.x - radius.x} ${centre.y}a${radius.x} ${radius.y} 0 1 0 ${2 * radius.x} 0a${radius.x} ${radius.y} 0 1 0 ${-2 * radius.x} 0z`;

function at(turn: number, away: number): string {
  const angle = turn * 2 * Math.PI;
  const x = centre.x + (radius.x + away) * Math.sin(angle);
  const y = centre.y - (radius.y + away) * Math.cos(angle);
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

const gap = 9;
/**
 * The ticks of the ring, clockwise from the top. A filled tick is longer, so that the filled part can be seen without
 * the colour.
 */
export const ticks = Array.from({ length: tickCount }, (_, index) => {
  const turn = index / tickCount;
  return { empty: `M${at(turn, gap)}L${at(turn, gap + 9)}`, filled: `M${at(turn, gap)}L${at(turn, gap + 15)}` };
});

interface Props {
  /** Filled share of the ring, 0 to 1. */
  held: number;
}

/** Draws a veil with an oval opening, and a ring that fills while the face has no fault and does not move. */
export const GuideOval = memo(function GuideOval({ held }: Props) {
  const filled = Math.round(held * tickCount);
  return (
    <svg className={styles.oval} viewBox={guideBox} fill="none" aria-hidden="true" data-filled={filled}>
      <path className={styles.veil} fillRule="evenodd" d={veil} />
      <ellipse className={styles.edge} cx="600" cy="450" rx={radius.x} ry={radius.y} />
      {ticks.map((tick, index) => (
        <path
          key={tick.empty}
          className={index < filled ? styles.filled : styles.empty}
          d={index < filled ? tick.filled : tick.empty}
        />
      ))}
    </svg>
  );
});
