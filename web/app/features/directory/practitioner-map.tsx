import { useTranslation } from 'react-i18next';
import { type DirectoryPin, type DirectorySearch, MapFrames, type MapName } from '#contract/directory.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import styles from './practitioner-map.module.css';

interface Props {
  map: MapName;
  pins: readonly DirectoryPin[];
  search: DirectorySearch;
}

/** Draws a map with outlines from our own files. Each pin links to the list of practitioners in its city. */
export function PractitionerMap({ map, pins, search }: Props) {
  const { t } = useTranslation('directory');
  const list = inLanguage('/practitioners', useLocale());
  const { width, height } = MapFrames[map];
  const size = { width, height };
  return (
    <svg className={styles.map} viewBox={`0 0 ${width} ${height}`} role="group" aria-label={t(`map.${map}`)}>
      <image href={`/maps/${map}.svg`} {...size} />
      <g>
        {pins
          .filter((pin) => pin.map === map)
          .map(({ point, city, count, x, y, is_here }) => {
            const label = t('map.pin', { count, city });
            const at = { x: x.toFixed(1), y: y.toFixed(1) };
            return (
              <a
                key={point}
                className={styles.pin}
                href={`${list}?${queryFrom(city, search)}#results`}
                aria-label={label}
                aria-current={is_here || undefined}
                data-point={point}
              >
                <title>{label}</title>
                <circle className={styles.halo} r="24" cx={at.x} cy={at.y} />
                <circle className={styles.dot} r={count > 1 ? 17 : 12} cx={at.x} cy={at.y} />
                <text dy="6" textAnchor="middle" aria-hidden="true" {...at}>
                  {count > 1 && count}
                </text>
              </a>
            );
          })}
      </g>
    </svg>
  );
}

function queryFrom(city: string, { speciality, language }: DirectorySearch): string {
  const query = new URLSearchParams({ city });
  if (speciality) query.set('speciality', speciality);
  if (language) query.set('language', language);
  return query.toString();
}
