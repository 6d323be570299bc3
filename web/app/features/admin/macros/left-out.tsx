import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './macros.module.css';

export interface LeftOut {
  id: string;
  name: string;
  number: string;
  why: ReactNode;
}

/** Lists the people who get no message, each with the reason. */
export function LeftOutList({ title, rows }: { title: string; rows: readonly LeftOut[] }) {
  const { t } = useTranslation('macros');
  if (rows.length === 0) return null;
  return (
    <section className={styles.language}>
      <h3>{title}</h3>
      <ul className={styles.left}>
        {rows.map(({ id, name, number, why }) => (
          <li key={id}>
            <span>
              <bdi>{name || t('preview.unknown')}</bdi>
              {number && `, ${number}`}
            </span>
            <span className="muted">{why}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
