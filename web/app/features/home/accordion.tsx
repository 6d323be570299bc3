import { Minus, Plus } from 'lucide-react';
import { Icon } from '#web/ui/icon.tsx';
import styles from './accordion.module.css';

export interface Entry {
  id: string | number;
  question: string;
  answer: string;
  /** The entry is not shown in the narrow layout. */
  onlyLarge?: boolean;
}

interface Props {
  /** The name that all entries share. Only one of the details with the same name is open at a time. */
  name: string;
  entries: readonly Entry[];
  opened?: Entry['id'];
}

/**
 * A list of questions. One entry is open at a time, and a second click closes it. This needs no script, because the
 * browser closes other details with the same name.
 */
export function Accordion({ name, entries, opened }: Props) {
  return (
    <div className={styles.list}>
      {entries.map(({ id, question, answer, onlyLarge }) => (
        <details key={id} name={name} open={id === opened} className={onlyLarge ? 'only-large' : undefined}>
          <summary>
            <h3>{question}</h3>
            <Icon as={Plus} className={styles.plus} />
            <Icon as={Minus} className={styles.minus} />
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  );
}
