import { Menu as MenuIcon, Plus, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '#contract/identity.ts';
import { LocalisedLink, useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Initials } from '../parts/letter.tsx';
import { SearchField } from './search-field.tsx';
import { ViewToggle } from './view-toggle.tsx';
import styles from './header.module.css';

interface Props {
  user: Me;
  brand: ReactNode;
  language: ReactNode;
  bell: ReactNode;
  onMenu: () => void;
  isMenuOpen: boolean;
}

export function Header({ user, brand, language, bell, onMenu, isMenuOpen }: Props) {
  const locale = useLocale();
  const { t } = useTranslation(['community', 'ui']);
  return (
    <header className={styles.header}>
      <a className="skip-link" href="#content">
        {t('ui:skip')}
      </a>
      <div className={styles.row}>
        {brand}
        <Row gap={12} align="center" className={styles.seek}>
          <SearchField />
          <ViewToggle user={user} />
        </Row>
        <Row gap={6} align="center" justify="end">
          <LinkButton to={inLanguage('/community/new-post', locale)} size="s" className="only-large">
            <Icon as={Plus} size="s" />
            {t('header.create')}
          </LinkButton>
          <span className="only-large">{language}</span>
          <LocalisedLink to="/community/search" className={`${styles.icon} only-small`} aria-label={t('search.label')}>
            <Icon as={Search} />
          </LocalisedLink>
          {bell}
          <LocalisedLink
            to="/account"
            className={styles.account}
            aria-label={t('header.account')}
            title={t('header.account')}
          >
            <Avatar url={user.avatar_url} className={styles.me}>
              <Initials name={`${user.first_name} ${user.last_name}`} size="l" />
            </Avatar>
          </LocalisedLink>
        </Row>
      </div>
      <div className={`${styles.second} only-small`}>
        <ViewToggle user={user} />
        <button
          type="button"
          className={styles.menu}
          aria-expanded={isMenuOpen}
          aria-controls="community-menu"
          onClick={onMenu}
        >
          <Icon as={MenuIcon} />
          {t('header.menu')}
        </button>
      </div>
    </header>
  );
}
