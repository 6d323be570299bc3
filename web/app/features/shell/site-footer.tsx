import { useTranslation } from 'react-i18next';
import { LocalisedLink } from '#web/lib/locale.tsx';
import './site-footer.css';

export function SiteFooter() {
  const { t } = useTranslation();
  return (
    <footer className="site-footer">
      <div className="page">
        <div className="site-footer__columns">
          <div>
            <LocalisedLink to="/home" className="site-footer__brand">
              Flaira
            </LocalisedLink>
            <p className="muted">{t('footer.promise')}</p>
          </div>
          <nav aria-labelledby="footer-flaira">
            <h2 id="footer-flaira">{t('footer.flaira')}</h2>
            <ul>
              <li>
                <LocalisedLink to="/home#how">{t('footer.how')}</LocalisedLink>
              </li>
              <li>
                <LocalisedLink to="/home#approach">{t('footer.approach')}</LocalisedLink>
              </li>
              <li>
                <LocalisedLink to="/home#plans">{t('ourPlans')}</LocalisedLink>
              </li>
              <li>
                <LocalisedLink to="/home#questions">{t('footer.questions')}</LocalisedLink>
              </li>
            </ul>
          </nav>
          <nav aria-labelledby="footer-start">
            <h2 id="footer-start">{t('footer.start')}</h2>
            <ul>
              <li>
                <LocalisedLink to="/unlock">{t('unlock')}</LocalisedLink>
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
