import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { Card } from '#web/ui/card.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import styles from './care.module.css';

/**
 * Links to records that only some patients have: the clinical photo series, and records from the clinic's former
 * system.
 */
export function RecordsCard() {
  const clinical = useTranslation('clinical-photos').t;
  const { t } = useTranslation('brought-along');
  const locale = useLocale();
  const sets = useQuery(api.clinicalPhotos.getMyClinicalSets.queryOptions()).data ?? [];
  const past = useQuery(api.imports.getMyImported.queryOptions()).data;
  const hasPast = past && past.treatments.length + past.photos.length > 0;
  if (sets.length === 0 && !hasPast) return null;
  return (
    <Card title={t('card')}>
      <ul className={styles.rows}>
        {sets.length > 0 && (
          <li>
            <span>
              <b>{clinical('title')}</b>
              <small>{clinical('row.text')}</small>
            </span>
            <LinkButton size="s" to={inLanguage('/dashboard/clinical-photos', locale)}>
              {clinical('row.open')}
            </LinkButton>
          </li>
        )}
        {hasPast && (
          <li>
            <span>
              <b>{t('title')}</b>
              <small>{t('row.text')}</small>
            </span>
            <LinkButton size="s" to={inLanguage('/dashboard/brought-along', locale)}>
              {t('row.open')}
            </LinkButton>
          </li>
        )}
      </ul>
    </Card>
  );
}
