import { useTranslation } from 'react-i18next';
import { LocalisedLink } from '#web/lib/locale.tsx';
import './site-footer.css';

export function SiteFooter() {
  const { t } = useTranslation();
  return (
    <footer className="site-footer">
      <div className="page">
        <div className="site-footer__row">
          <LocalisedLink to="/home" className="site-footer__brand">
            Flaira
          </LocalisedLink>
          <nav aria-label={t('footer.label')}>
            <ul>
              <li>
                <LocalisedLink to="/home#how">{t('footer.how')}</LocalisedLink>
              </li>
              <li>
                <LocalisedLink to="/home#plans">{t('ourPlans')}</LocalisedLink>
              </li>
              <li>
                <LocalisedLink to="/home#questions">{t('footer.questions')}</LocalisedLink>
              </li>
              <li>
                <LocalisedLink to="/login">{t('signIn')}</LocalisedLink>
              </li>
            </ul>
          </nav>
        </div>
        <div className="site-footer__legal">
          <p>{t('footer.delivery')}</p>
          <p>{t('footer.disclaimer')}</p>
        </div>
      </div>
    </footer>
  );
}
