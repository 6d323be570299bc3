import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import styles from './calibration.module.css';

/**
 * A notice above the queue. It is shown while a proposed correction of the dose-response table waits for a doctor's
 * decision.
 */
export function CalibrationNotice() {
  const { t } = useTranslation('calibration');
  const { data } = useQuery(api.evidence.getCalibrations.queryOptions());
  if (!data?.open) return null;
  return (
    <p className={styles.notice}>
      {t('notice')} <LocalisedLink to="/studio/calibration">{t('notice.open')}</LocalisedLink>
    </p>
  );
}
