import { useTranslation } from 'react-i18next';
import { LocalisedLink, useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { FaceDrawing } from '#web/ui/face/face-drawing.tsx';
import { PractitionerCard } from './practitioner-card.tsx';
import { PractitionerMap } from './practitioner-map.tsx';
import { SearchForm } from './search-form.tsx';
import styles from './directory-page.module.css';

/** Everything with a mark is put in by the service, so that the list needs no script and no second request. */
export function DirectoryPage() {
  const { t } = useTranslation('directory');
  return (
    <>
      <header className={`page ${styles.head}`}>
        <h1 className="h1">{t('page.title')}</h1>
        <p className="lead">{t('page.lead')}</p>
        <SearchForm />
      </header>
      <div className={`page ${styles.split}`}>
        <section className={styles.results} id="results" aria-labelledby="results-title">
          <ResultsHead />
          <ol className={styles.list} data-each="results">
            <PractitionerCard />
          </ol>
          <Nobody />
        </section>
        <section className={styles.maps} id="map" aria-labelledby="map-title">
          <h2 className="visually-hidden" id="map-title">
            {t('map.title')}
          </h2>
          <PractitionerMap map="europe" />
          <div data-if="maps.canada">
            <PractitionerMap map="canada" />
          </div>
          <p className="micro muted">{t('map.sources')}</p>
        </section>
      </div>
    </>
  );
}

function ResultsHead() {
  const { t } = useTranslation('directory');
  const all = inLanguage('/practitioners', useLocale());
  return (
    <>
      <div className={styles.unknown} role="status" hidden data-if="search.is_unknown">
        <p>
          {t('search.unknownCity')} <b data-fill="search.city" />
        </p>
        <p className="small">{t('search.unknownCityText')}</p>
      </div>
      <div className={styles.resultsHead}>
        <h2 className="title" id="results-title" data-fill="count">
          {t('results.title')}
        </h2>
        <p className="small muted" hidden data-if="search.from">
          {t('search.from')} <span data-fill="search.from" />
        </p>
        <a className={`link small ${styles.toMap}`} href="#map">
          {t('map.title')}
        </a>
        <a className="link small" href={all} hidden data-if="search.is_narrowed">
          {t('search.clear')}
        </a>
      </div>
    </>
  );
}

function Nobody() {
  const { t } = useTranslation('directory');
  return (
    <div className={styles.nobody} hidden data-unless="results">
      <FaceDrawing />
      <p className="title">{t('results.none')}</p>
      <p className="muted">{t('results.noneText')}</p>
      <LocalisedLink className="link" to="/how-it-works" reloadDocument>
        {t('results.remote')}
      </LocalisedLink>
    </div>
  );
}
