import { Search } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountMenu } from '#web/features/shell/app-layout.tsx';
import { Brand } from '#web/features/shell/brand.tsx';
import { LanguageMenu } from '#web/features/shell/language-menu.tsx';
import { useSession } from '#web/lib/session.tsx';
import { Icon } from '#web/ui/icon.tsx';
import styles from './bar.module.css';

interface Props {
  number: string;
  onNumber: (number: string) => void;
  fieldRef: RefObject<HTMLInputElement | null>;
}

export function QueueBar({ number, onNumber, fieldRef }: Props) {
  const { t } = useTranslation(['studio', 'ui']);
  const { user } = useSession();
  return (
    <header className={styles.queueBar}>
      <a className="skip-link" href="#content">
        {t('ui:skip')}
      </a>
      <Brand to="/studio" room={t('room')} />
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
        <kbd>/</kbd>
      </label>
      <LanguageMenu />
      {user && <AccountMenu user={user} />}
    </header>
  );
}
