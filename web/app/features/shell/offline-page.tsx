import { useTranslation } from 'react-i18next';
import { buttonClass } from '#web/ui/button.tsx';
import { FaceDrawing } from '#web/ui/face/face-drawing.tsx';
import { PageMeta } from './page-meta.tsx';
import './not-found.css';

/**
 * The page that the installed app shows without a connection. The address of its link is empty, so the link reloads the
 * current page.
 */
export function OfflinePage() {
  const { t } = useTranslation('offline');
  return (
    <main className="not-found" id="content">
      <PageMeta title={t('title')} />
      <div className="page not-found__row">
        <div className="not-found__words">
          <h1 className="h1">{t('title')}</h1>
          <p className="lead">{t('text')}</p>
          {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- an empty address reloads the requested page with its query */}
          <a href="" className={buttonClass({ variant: 'primary' })}>
            {t('again')}
          </a>
        </div>
        <FaceDrawing className="not-found__face" />
      </div>
    </main>
  );
}
