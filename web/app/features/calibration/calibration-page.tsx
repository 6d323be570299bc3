import { ChevronLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Calibration } from './calibration.tsx';
import styles from './calibration.module.css';

/** The page on which doctors decide on proposed corrections of the dose-response table. */
export function CalibrationPage() {
  const { t } = useTranslation('calibration');
  return (
    <main id="content" className={styles.page}>
      <LocalisedLink to="/studio" className={styles.back}>
        <Icon as={ChevronLeft} size="s" />
        {t('back')}
      </LocalisedLink>
      <h1 className="h2">{t('title')}</h1>
      <p className={styles.lead}>{t('lead')}</p>
      <Calibration isAdmin={false} />
    </main>
  );
}
