import { CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import styles from './form.module.css';

/** A sentence above a form. Screen readers announce it when it appears. */
export function Notice({ tone = 'plain', children }: { tone?: 'plain' | 'calm'; children: ReactNode }) {
  return (
    <Row as="p" gap={12} align="start" className={styles.notice} data-tone={tone} role="status">
      <Icon as={tone === 'calm' ? CircleCheck : Info} />
      <span>{children}</span>
    </Row>
  );
}
