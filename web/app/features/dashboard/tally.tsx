import type { ReactNode } from 'react';
import { Row } from '#web/ui/layout.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import styles from './tally.module.css';

interface Props {
  value: number;
  /** The target, for example "of 30 photos". */
  of: string;
  /** The bar's name for screen readers. */
  label: string;
  /** The filled length of the bar, out of `max`. */
  reached: number;
  max: number;
  /** Controls that change the target. They are next to the number. */
  children?: ReactNode;
}

/** Shows a number and its target, with a bar below. */
export function Tally({ value, of, label, reached, max, children }: Props) {
  return (
    <>
      <Row as="p" gap={10} align="baseline" className={styles.tally}>
        <span className="figure-type num">{value}</span>
        <span className="muted">{of}</span>
        {children}
      </Row>
      <ProgressBar label={label} value={reached} max={max} tone="calm" />
    </>
  );
}
