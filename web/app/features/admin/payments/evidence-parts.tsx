import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import screen from '../screen.module.css';
import styles from './payments.module.css';

/** A fact with its label, its value, and a text below the value. A fact without a value is left out. */
export type Fact = readonly [label: string, value: ReactNode, below?: string | undefined];

export function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className={styles.card}>
      <h2 className="title">{title}</h2>
      {note && <p className="small muted">{note}</p>}
      {children}
    </section>
  );
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  const told = facts.filter(([, value]) => value);
  return (
    <dl className={screen.facts}>
      {told.map(([label, value, below], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, and the list never changes its order
        <div key={`${label} ${at}`} className={styles.fact}>
          <dt>{label}</dt>
          <dd>
            {value}
            {below && <small>{below}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface Line {
  at: string;
  text: string;
  note?: string;
}

export function Log({ rows }: { rows: readonly Line[] }) {
  const { t } = useTranslation('disputes');
  if (rows.length === 0) return <p className="small muted">{t('none')}</p>;
  return (
    <ol className={styles.log}>
      {rows.map(({ at, text, note }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same, and the list never changes its order
        <li key={place}>
          <span className="muted">{at}</span>
          <span>
            {text}
            {note && <small>{note}</small>}
          </span>
        </li>
      ))}
    </ol>
  );
}
