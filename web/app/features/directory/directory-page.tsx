import { BadgeCheck, Languages, MapPin } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DirectoryEntry } from '#contract/directory.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink, useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { FaceDrawing } from '#web/ui/face/face-drawing.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import type { DirectoryData } from './load-directory.server.ts';
import { PractitionerMap } from './practitioner-map.tsx';
import { SearchForm } from './search-form.tsx';
import { useWords } from './use-words.ts';
import styles from './directory-page.module.css';

export function DirectoryPage({ search, result }: DirectoryData) {
  const { t } = useTranslation('directory');
  const isOnCanada = result.pins.some(({ map }) => map === 'canada');
  return (
    <>
      <header className={`page ${styles.head}`}>
        <h1 className="h1">{t('page.title')}</h1>
        <p className="lead">{t('page.lead')}</p>
        <SearchForm search={search} cities={result.cities} />
      </header>
      <div className={`page ${styles.split}`}>
        <section className={styles.results} id="results" aria-labelledby="results-title">
          <ResultsHead search={search} result={result} />
          <ol className={styles.list}>
            {result.practitioners.map((practitioner) => (
              <PractitionerCard key={practitioner.slug} practitioner={practitioner} />
            ))}
          </ol>
          {result.practitioners.length === 0 && <Nobody />}
        </section>
        <section className={styles.maps} id="map" aria-labelledby="map-title">
          <h2 className="visually-hidden" id="map-title">
            {t('map.title')}
          </h2>
          <PractitionerMap map="europe" pins={result.pins} search={search} />
          {isOnCanada && (
            <div>
              <PractitionerMap map="canada" pins={result.pins} search={search} />
            </div>
          )}
          <p className="micro muted">{t('map.sources')}</p>
        </section>
      </div>
    </>
  );
}

function ResultsHead({ search, result: { city, country, practitioners, practitioners_count } }: DirectoryData) {
  const { t } = useTranslation('directory');
  const words = useWords();
  const all = inLanguage('/practitioners', useLocale());
  return (
    <>
      {search.city !== '' && city === null && (
        <div className={styles.unknown} role="status">
          <p>
            {t('search.unknownCity')} <b dir="auto">{search.city}</b>
          </p>
          <p className="small">{t('search.unknownCityText')}</p>
        </div>
      )}
      <Row gap={16} rowGap={0} align="center" wrap className={styles.resultsHead}>
        <h2 className="title" id="results-title">
          {t('results.count', { count: practitioners_count })}
        </h2>
        {city !== null && country !== null && (
          <p className="small muted">{`${t('search.from')} ${city}, ${words.country(country)}`}</p>
        )}
        <a className={`link small ${styles.toMap}`} href="#map">
          {t('map.title')}
        </a>
        {(search.city || search.speciality || search.language) && (
          <a className="link small" href={all}>
            {t('search.clear')}
          </a>
        )}
      </Row>
      {practitioners.length < practitioners_count && (
        <p className="small muted">{t('results.cut', { number: practitioners.length })}</p>
      )}
    </>
  );
}

function Nobody() {
  const { t } = useTranslation('directory');
  return (
    <Stack gap={8} align="start" className={styles.nobody}>
      <FaceDrawing />
      <p className="title">{t('results.none')}</p>
      <p className="muted">{t('results.noneText')}</p>
      <LocalisedLink className="link" to="/how-it-works" reloadDocument>
        {t('results.remote')}
      </LocalisedLink>
    </Stack>
  );
}

/** The distance in kilometres below which the card says that a place is in the searched city. */
const HERE_KM = 2;

function PractitionerCard({ practitioner }: { practitioner: DirectoryEntry }) {
  const { t } = useTranslation('directory');
  const { number } = useFormat();
  const words = useWords();
  const { slug, name, specialities, languages, places, distance_km: km } = practitioner;
  return (
    <Stack as="li" gap={6} className={styles.card} data-points={places.map(({ point }) => point).join(' ')}>
      <h3 className="h3">
        <a href={inLanguage(`/practitioners/${slug}`, useLocale())} dir="auto">
          {name}
        </a>
      </h3>
      <p>{words.list(specialities.map(words.speciality))}</p>
      <p className={styles.fact}>
        <Icon as={MapPin} size="s" />
        <span dir="auto">{[...new Set(places.map(({ city }) => city))].join(' · ')}</span>
        {km !== null && (
          <span className={`num ${styles.distance}`}>
            {km < HERE_KM ? t('results.distanceHere') : t('results.distance', { km: number(km) })}
          </span>
        )}
      </p>
      <p className={styles.fact}>
        <Icon as={Languages} size="s" />
        <span>{words.list(languages.map(words.language), true)}</span>
      </p>
      <p className={`small num ${styles.fact}`}>
        <Icon as={BadgeCheck} size="s" />
        <span>{`${practitioner.registration_body} ${practitioner.registration_number}`}</span>
      </p>
    </Stack>
  );
}
