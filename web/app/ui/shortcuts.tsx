import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { singleKeysAreOn, switchSingleKeys } from '#web/lib/shortcuts.ts';
import { Switch } from './checkbox.tsx';
import { classNames } from './class-names.ts';
import { Dialog } from './dialog.tsx';
import { Key } from './key.tsx';
import './shortcuts.css';

export interface Shortcut {
  keys: readonly string[];
  text: string;
}

interface FootProps {
  shortcuts: readonly Shortcut[];
  onHelp: () => void;
  className?: string | undefined;
  /** Content of the bottom line before the shortcuts. */
  children?: ReactNode;
}

/**
 * The bottom line of a work page. It shows `children`, the first shortcuts that fit, and a button that opens the list
 * of all shortcuts. On a phone it shows only `children`.
 */
export function ShortcutFoot({ shortcuts, onHelp, className, children }: FootProps) {
  const { t } = useTranslation();
  return (
    <footer className={classNames('shortcut-foot', className)}>
      {children}
      <Shortcuts shortcuts={shortcuts} className="shortcut-foot__list" />
      <button type="button" className="shortcut-foot__help" onClick={onHelp}>
        <Key>?</Key>
        {t('key.all')}
      </button>
    </footer>
  );
}

/** Lists all shortcuts of a page. A switch turns single-letter shortcuts off. */
export function ShortcutDialog({ shortcuts, onClose }: { shortcuts: readonly Shortcut[]; onClose: () => void }) {
  const { t } = useTranslation();
  const [isOn, setIsOn] = useState(singleKeysAreOn);
  const change = (next: boolean) => {
    setIsOn(next);
    switchSingleKeys(next);
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('key.title')} lead={t('key.lead')} size="l">
      <Shortcuts shortcuts={[...shortcuts, { keys: ['?'], text: t('key.all') }]} className="shortcut-list" />
      <Switch label={t('key.single')} checked={isOn} onChange={(event) => change(event.currentTarget.checked)} />
    </Dialog>
  );
}

function Shortcuts({ shortcuts, className }: { shortcuts: readonly Shortcut[]; className: string }) {
  return (
    <dl className={className}>
      {shortcuts.map(({ keys, text }) => (
        <div key={text}>
          <dt>
            {keys.map((key) => (
              <Key key={key}>{key}</Key>
            ))}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
