import type { ReactNode } from 'react';
import styles from './pane.module.css';

export function PaneSection({ title, aside, children }: { title: ReactNode; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3>
        {title}
        {aside}
      </h3>
      {children}
    </section>
  );
}
