import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { singleKeysAreOn, switchSingleKeys } from '#web/lib/shortcuts.ts';
import { Switch } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import styles from './keys.module.css';

export interface KeyHint {
  keys: readonly string[];
  text: string;
}

/** The bottom line of a work room: every shortcut is printed where it works. */
export function KeyFoot({
  hints,
  onHelp,
  children,
}: {
  hints: readonly KeyHint[];
  onHelp: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('admin');
  return (
    <footer className={styles.foot}>
      {children}
      <KeyList hints={hints.slice(0, 6)} className={styles.hints} />
      <button type="button" className={styles.help} onClick={onHelp}>
        <kbd>?</kbd> {t('key.all')}
      </button>
    </footer>
  );
}

export function KeySheet({ hints, onClose }: { hints: readonly KeyHint[]; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const [isOn, setIsOn] = useState(singleKeysAreOn);
  return (
    <Dialog isOpen onClose={onClose} title={t('key.title')} lead={t('key.lead')}>
      <KeyList hints={[...hints, { keys: ['?'], text: t('key.all') }]} className={styles.sheet} />
      <Switch
        label={t('key.single')}
        checked={isOn}
        onChange={(event) => {
          setIsOn(event.target.checked);
          switchSingleKeys(event.target.checked);
        }}
      />
    </Dialog>
  );
}

function KeyList({ hints, className }: { hints: readonly KeyHint[]; className: string | undefined }) {
  return (
    <dl className={className}>
      {hints.map(({ keys, text }) => (
        <div key={text}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
