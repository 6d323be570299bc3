import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Switch } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { Hint } from './key-strip.tsx';
import styles from './keys.module.css';
import { singleKeysAreOn, switchSingleKeys } from '#web/lib/shortcuts.ts';

/** All shortcuts of a screen, and the switch for those of a single letter. */
export function ShortcutDialog({ hints, onClose }: { hints: readonly Hint[]; onClose: () => void }) {
  const { t } = useTranslation('studio');
  const [on, setOn] = useState(singleKeysAreOn);
  const change = (next: boolean) => {
    setOn(next);
    switchSingleKeys(next);
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('keys.title')} lead={t('keys.lead')} size="l">
      <dl className={styles.list}>
        {[...hints, { keys: ['?'], text: t('keys.all') }].map(({ keys, text }) => (
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
      <Switch label={t('keys.single')} checked={on} onChange={(event) => change(event.currentTarget.checked)} />
    </Dialog>
  );
}
