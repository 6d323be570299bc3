import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/format.ts';
import { Grid } from '#web/ui/layout.tsx';
import styles from './flow.module.css';
import { useBackground } from './use-background.ts';

/**
 * Shows the patient's earlier treatments and photos from the clinic's former system. No Flaira doctor has signed these
 * treatments. The check of minimum intervals includes an earlier treatment if its kind is known.
 */
export function ImportedPast() {
  const { t, i18n } = useTranslation('studio');
  const { date, number } = useFormat();
  const { data } = useBackground();
  if (!data || data.imported_treatments.length + data.imported_photos.length === 0) return null;
  const kindOf = (kind: string): string =>
    i18n.exists(`studio:kind.${kind}`) ? (i18n.t as (key: string) => string)(`studio:kind.${kind}`) : kind;
  return (
    <section aria-label={t('imported.title')}>
      <dl className={styles.facts}>
        <div>
          <dt>{t('imported.title')}</dt>
          <dd className="small muted">{t('imported.note')}</dd>
        </div>
        {data.imported_treatments.map((past) => (
          <div key={past.id}>
            <dt>
              {date(past.treated_on)} · {kindOf(past.kind)}
            </dt>
            <dd>
              <bdi>
                {[
                  past.words,
                  past.area,
                  past.product,
                  past.lot && t('imported.lot', { lot: past.lot }),
                  past.amount !== null && `${number(past.amount)} ${past.unit}`.trim(),
                  past.practitioner,
                  past.note,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </bdi>
            </dd>
          </div>
        ))}
      </dl>
      {data.imported_photos.length > 0 && (
        <Grid as="ul" gap={8} min={80} fill className={styles.pastPhotos} aria-label={t('imported.photos')}>
          {data.imported_photos.map((photo) => (
            <li key={photo.id}>
              <a href={photo.url} target="_blank" rel="noreferrer">
                <img
                  src={photo.thumb_url}
                  loading="lazy"
                  alt={t('imported.photo', { pose: t(`pose.${photo.pose}`), day: date(photo.taken_on) })}
                />
              </a>
              <span className="small muted">{date(photo.taken_on)}</span>
            </li>
          ))}
        </Grid>
      )}
    </section>
  );
}
