import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import styles from './security.module.css';

/** What it is about on the left, what can be done on the right. */
export function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <div className={styles.about}>
        <h2 className="h3">{title}</h2>
        <p className="small muted">{text}</p>
      </div>
      <div>{children}</div>
    </section>
  );
}

interface RowProps {
  icon: LucideIcon;
  name: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
}

export function Row({ icon, name, text, action }: RowProps) {
  return (
    <div className={styles.row}>
      <span className={styles.icon}>
        <Icon as={icon} />
      </span>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        {text && <p className="small muted">{text}</p>}
      </div>
      {action}
    </div>
  );
}
