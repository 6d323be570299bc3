import styles from './live-stage.module.css';
import type { Sentence } from './words.ts';

/**
 * The current instruction, below the oval. The live region announces the guidance, with pauses. A refusal is announced
 * here at once.
 */
export function Say({ sentence, isRefusal }: { sentence: Sentence; isRefusal: boolean }) {
  return (
    <p className={styles.say} role={isRefusal ? 'alert' : undefined} aria-hidden={isRefusal ? undefined : true}>
      <strong>{sentence.title}</strong>
      <span>{sentence.text}</span>
    </p>
  );
}
