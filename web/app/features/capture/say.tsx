import styles from './live-stage.module.css';
import type { Sentence } from './words.ts';

/**
 * Shows the current instruction below the oval. A live region announces the guidance to screen readers, with pauses. A
 * refusal is announced by this element at once.
 */
export function Say({ sentence, isRefusal }: { sentence: Sentence; isRefusal: boolean }) {
  return (
    <p className={styles.say} role={isRefusal ? 'alert' : undefined} aria-hidden={isRefusal ? undefined : true}>
      <strong>{sentence.title}</strong>
      <span>{sentence.text}</span>
    </p>
  );
}
