import { useTranslation } from 'react-i18next';
import home from './home.module.css';
import styles from './medical.module.css';

export function Medical() {
  const { t } = useTranslation('site');
  return (
    <section className={`${home.section} ${styles.medical}`} id="medical">
      <div className="page">
        <div className={home.heading}>
          <h2 className="h2">{t('medical.title')}</h2>
          <p className="lead">{t('medical.lead')}</p>
        </div>
        <ul className={styles.grid}>
          {([1, 2, 3, 4] as const).map((nth) => (
            <li key={nth}>
              <h3 className="h3">{t(`medical.${nth}.title`)}</h3>
              <p>{t(`medical.${nth}.text`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
