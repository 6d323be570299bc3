import { memo } from 'react';
import styles from './guide-oval.module.css';
import { guideBox, radius, tickCount, ticks, veil } from './oval.ts';

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
