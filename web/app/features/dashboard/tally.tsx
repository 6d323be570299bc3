import type { ReactNode } from 'react';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import styles from './tally.module.css';

interface Props {
  value: number;
  /** The target in words, for example "of 30 photos". */
  of: string;
  /** The name of the bar for screen readers. */
  label: string;
  /** The filled length of the bar, out of `max`. */
  reached: number;
  max: number;
  /** Controls beside the number, which change its target. */
  children?: ReactNode;
}

/** A number and its target, with a bar below. */
export function Tally({ value, of, label, reached, max, children }: Props) {
  return (
    <>
      <p className={styles.tally}>
        <span className="figure-type num">{value}</span>
        <span className="muted">{of}</span>
        {children}
      </p>
      <ProgressBar label={label} value={reached} max={max} tone="calm" />
    </>
  );
}
