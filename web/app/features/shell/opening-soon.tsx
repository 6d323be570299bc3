import { useTranslation } from 'react-i18next';
import { useSite } from '#web/lib/use-site.ts';
import { LocalisedLink, useLocale } from '#web/lib/locale.tsx';
import { FaceDrawing } from '#web/ui/face/face-drawing.tsx';
import { PageMeta } from './page-meta.tsx';
import './brand.css';
import './opening-soon.css';

/** The page for visitors until the site is published. It has no form and promises no date. */
export function OpeningSoon() {
  const { t } = useTranslation(['opening-soon', 'site', 'ui']);
  const contact = useSite()?.contact;
  const other = useLocale() === 'fr' ? 'en' : 'fr';
  return (
    <div className="opening">
      <PageMeta title={t('title')} />
      <header className="page opening__head">
        <span className="brand">Flaira</span>
        <a href={other === 'fr' ? '/fr/home' : '/home'} hrefLang={other} lang={other} className="opening__link">
          {t('other')}
        </a>
      </header>
      <main className="page opening__row" id="content">
        <div className="opening__words">
          <h1 className="display">{t('title')}</h1>
          <p className="lead">{t('text')}</p>
          {contact?.is_confirmed && (
            <p className="muted">
              {t('questions')} <a href={`mailto:${contact.email}`}>{contact.email}</a>
            </p>
          )}
        </div>
        <FaceDrawing className="opening__face" />
      </main>
      <footer className="page opening__foot">
        <LocalisedLink to="/login" className="opening__link" reloadDocument>
          {t('staff')}
        </LocalisedLink>
      </footer>
    </div>
  );
}
