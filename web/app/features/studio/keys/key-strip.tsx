import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './keys.module.css';

export interface Hint {
  keys: readonly string[];
  text: string;
}

/** The bottom line of the studio: every shortcut is printed where it works. */
export function KeyStrip({
  hints,
  children,
  onHelp,
}: {
  hints: readonly Hint[];
  children?: ReactNode;
  onHelp: () => void;
}) {
  const { t } = useTranslation('studio');
  return (
    <footer className={styles.strip}>
      <dl className={styles.hints}>
        {hints.map(({ keys, text }) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <span className={styles.rest}>{children}</span>
      <button type="button" className={styles.help} onClick={onHelp}>
        <kbd className={styles.key}>?</kbd>
        {t('keys.all')}
      </button>
    </footer>
  );
}
