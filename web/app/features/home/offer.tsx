import { useTranslation } from 'react-i18next';
import home from './home.module.css';
import styles from './offer.module.css';

export function Offer() {
  const { t } = useTranslation('site');
  return (
    <section className={styles.offer} id="offer">
      <div className={`page ${home.split}`}>
        <div className={home.resting}>
          <h2 className="h2">{t('offer.title')}</h2>
          <p className="lead">{t('offer.lead')}</p>
        </div>
        <ul className={styles.list}>
          {([1, 2, 3, 4] as const).map((nth) => (
            <li key={nth}>
              <h3 className="h3">{t(`offer.${nth}.title`)}</h3>
              <p>{t(`offer.${nth}.text`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
