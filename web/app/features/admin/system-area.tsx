import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './screen.module.css';

interface AreaProps {
  title: string;
  isWell: boolean;
  /** Name and value; what is not known is left out. */
  facts: readonly (readonly [string, string | null])[];
  /** What can be done about it. */
  children?: ReactNode;
}

/** One part of the service: whether it does well, and its numbers. */
export function SystemArea({ title, isWell, facts, children }: AreaProps) {
  const { t } = useTranslation('admin');
  return (
    <section className={`${styles.panel} ${styles.form}`}>
      <div className={styles.buttons}>
        <h2 className="title">{title}</h2>
        <StatusBadge tone={isWell ? 'confirmed' : 'cancelled'}>
          {t(isWell ? 'system.well' : 'system.notWell')}
        </StatusBadge>
      </div>
      <dl className={styles.facts}>
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <div key={name} className={styles.fact}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {children}
    </section>
  );
}
