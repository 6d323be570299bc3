import { Search } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/icon.tsx';
import { Key } from '#web/ui/key.tsx';
import styles from './bar.module.css';

interface Props {
  /** The product's name, with a link to the start page. */
  brand: ReactNode;
  /** The menus for language and account. */
  account: ReactNode;
  number: string;
  onNumber: (number: string) => void;
  fieldRef: RefObject<HTMLInputElement | null>;
}

export function QueueBar({ brand, account, number, onNumber, fieldRef }: Props) {
  const { t } = useTranslation(['studio', 'ui']);
  return (
    <header className={styles.queueBar}>
      <a className="skip-link" href="#content">
        {t('ui:skip')}
      </a>
      {brand}
      <label className={styles.search}>
        <Icon as={Search} size="s" />
        <span className="visually-hidden">{t('search.label')}</span>
        <input
          ref={fieldRef}
          type="search"
          value={number}
          placeholder={t('search.placeholder')}
          onChange={(event) => onNumber(event.currentTarget.value)}
          onKeyDown={(event) => (event.key === 'Escape' || event.key === 'Enter') && event.currentTarget.blur()}
        />
        <Key className="only-large">/</Key>
      </label>
      {account}
    </header>
  );
}
