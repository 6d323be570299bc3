import { Minus, Plus } from 'lucide-react';
import { Icon } from '#web/ui/icon.tsx';
import styles from './accordion.module.css';

export interface Entry {
  id: string | number;
  question: string;
  answer: string;
  /** True if the narrow layout does not show this entry. */
  onlyLarge?: boolean;
}

interface Props {
  /**
   * The HTML name that all entries share. The browser opens only one `details` element with the same name at a time.
   */
  name: string;
  entries: readonly Entry[];
  opened?: Entry['id'];
}

/**
 * A list of questions. Only one entry is open at a time, and a second click closes it. The list needs no script,
 * because the browser closes other `details` elements with the same name.
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
