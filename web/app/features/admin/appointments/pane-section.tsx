import type { ReactNode } from 'react';
import { Stack } from '#web/ui/layout.tsx';
import styles from './pane.module.css';

export function PaneSection({ title, aside, children }: { title: ReactNode; aside?: ReactNode; children: ReactNode }) {
  return (
    <Stack as="section" gap={8} className={styles.section}>
      <h3>
        {title}
        {aside}
      </h3>
      {children}
    </Stack>
  );
}
