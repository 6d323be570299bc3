import { MonitorUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/icon.tsx';
import { BackgroundSection } from '../flow/background-section.tsx';
import { ImportedPast } from '../flow/imported-past.tsx';
import { CaseNotices } from '../flow/case-notices.tsx';
import { CheckBox } from '../patient/check-box.tsx';
import { PatientPanel } from '../patient/patient-panel.tsx';
import styles from './case.module.css';
import { useWorkspace } from './workspace-context.ts';

/** The case on a phone. It shows the patient's answers and photos, and a note that drawing needs a larger screen. */
export function NarrowCase() {
  const { t } = useTranslation('studio');
  const { studioCase } = useWorkspace();
  return (
    <main id="content" className={styles.narrow}>
      <section className={styles.narrowNote}>
        <Icon as={MonitorUp} />
        <div>
          <h2>{t('narrow.title')}</h2>
          <p>{t('narrow.text')}</p>
        </div>
      </section>
      <ul className={styles.narrowPhotos}>
        {[...studioCase.photos, ...studioCase.expressions].map((photo) => (
          <li key={photo.id}>
            <img src={photo.thumb_url} alt={t('narrow.photo', { pose: t(`pose.${photo.pose}`) })} />
          </li>
        ))}
      </ul>
      <CaseNotices />
      <CheckBox />
      <PatientPanel />
      <BackgroundSection />
      <ImportedPast />
    </main>
  );
}
