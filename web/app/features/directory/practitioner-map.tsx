import { useTranslation } from 'react-i18next';
import { MapFrames, type MapName } from '#contract/directory.ts';
import styles from './practitioner-map.module.css';

/** Outlines from our own files, pins from the service: each is a link to the list from that city. */
export function PractitionerMap({ map }: { map: MapName }) {
  const { t } = useTranslation('directory');
  const { width, height } = MapFrames[map];
  const size = { width, height };
  return (
    <svg className={styles.map} viewBox={`0 0 ${width} ${height}`} role="group" aria-label={t(`map.${map}`)}>
      <image href={`/maps/${map}.svg`} {...size} />
      <g data-each={`maps.${map}`}>
        <a
          className={styles.pin}
          href="#results"
          data-put="href:link aria-label:label data-point:point aria-current:current"
        >
          <title data-fill="label">{t(`map.${map}`)}</title>
          <circle className={styles.halo} r="24" data-put="cx:x cy:y" />
          <circle className={styles.dot} r="12" data-put="cx:x cy:y r:radius" />
          <text dy="6" textAnchor="middle" aria-hidden="true" data-put="x:x y:y" data-fill="count" />
        </a>
      </g>
    </svg>
  );
}
