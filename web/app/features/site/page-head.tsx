import type { ReactNode } from 'react';
import styles from './prose.module.css';

export function PageHead({ title, lead, children }: { title: string; lead?: string; children?: ReactNode }) {
  return (
    <header className={`page ${styles.head}`}>
      <h1 className="h1">{title}</h1>
      {lead && <p className="lead">{lead}</p>}
      {children}
    </header>
  );
}
