import { useTranslation } from 'react-i18next';
import home from './home.module.css';
import styles from './benefits.module.css';

export function Benefits() {
  const { t } = useTranslation('site');
  return (
    <section className={styles.benefits} id="why">
      <div className="page">
        <div className={home.heading}>
          <h2 className="h2">{t('why.title')}</h2>
          <p className="lead">{t('why.lead')}</p>
        </div>
        <ul className={styles.grid}>
          {([1, 2, 3, 4, 5, 6] as const).map((nth) => (
            <li key={nth}>
              <h3 className="title">{t(`why.${nth}.title`)}</h3>
              <p>{t(`why.${nth}.text`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
