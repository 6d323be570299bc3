import { useTranslation } from 'react-i18next';
import { startOf } from '#contract/start-of.ts';
import { useSite } from '#web/lib/use-site.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Brand } from './brand.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { useIsOffer } from './use-is-offer.ts';
import './site-header.css';

export function SiteHeader() {
  const { t } = useTranslation(['ui', 'site']);
  const isOffer = useIsOffer();
  const reader = useSite()?.reader;
  return (
    <header className="site-header">
      <a className="skip-link" href="#content">
        {t('skip')}
      </a>
      <div className="page site-header__row">
        <Brand />
        <LanguageMenu />
        {!isOffer && (
          <LocalisedLink to={reader ? startOf(reader) : '/login'} className="site-header__link" reloadDocument>
            {reader ? t('site:mySpace') : t('signIn')}
          </LocalisedLink>
        )}
        <LocalisedLink to="/unlock" className={buttonClass({ size: 's' }, 'site-header__start')}>
          {t('unlock')}
        </LocalisedLink>
      </div>
    </header>
  );
}
