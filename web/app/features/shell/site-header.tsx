import { useTranslation } from 'react-i18next';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Brand } from './brand.tsx';
import { LanguageMenu } from './language-menu.tsx';
import './site-header.css';

export function SiteHeader() {
  const { t } = useTranslation();
  return (
    <header className="site-header">
      <a className="skip-link" href="#content">
        {t('skip')}
      </a>
      <div className="page site-header__row">
        <Brand />
        <LanguageMenu />
        <LocalisedLink to="/login" className="site-header__link">
          {t('signIn')}
        </LocalisedLink>
        <LocalisedLink to="/unlock" className={buttonClass({ size: 's' }, 'only-large')}>
          {t('unlock')}
        </LocalisedLink>
      </div>
    </header>
  );
}
