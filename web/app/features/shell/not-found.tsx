import { useTranslation } from 'react-i18next';
import { LocalisedLink, useLocale } from '#web/lib/locale.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { FaceDrawing } from '#web/ui/face/face-drawing.tsx';
import { PageMeta } from './page-meta.tsx';
import './not-found.css';

/**
 * The page for an unknown address. It is always shown in both languages, and the language of the address comes first.
 */
export function NotFound() {
  const { t } = useTranslation();
  const other = useLocale() === 'fr' ? 'en' : 'fr';
  return (
    <main className="not-found" id="content">
      <PageMeta title={t('notFound.title')} />
      <div className="page not-found__row">
        <div className="not-found__words">
          <h1 className="h1">{t('notFound.sentence')}</h1>
          <p className="lead" lang={other}>
            {t('notFound.otherSentence')}
          </p>
          <LocalisedLink to="/home" className={buttonClass({ variant: 'primary' })}>
            {t('notFound.home')}
          </LocalisedLink>
        </div>
        <FaceDrawing className="not-found__face" />
      </div>
    </main>
  );
}
