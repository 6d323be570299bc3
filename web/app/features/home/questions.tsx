import { Minus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/icon.tsx';
import home from './home.module.css';
import styles from './questions.module.css';

/** One open at a time and closed by a second click, without a line of script: details of one name exclude each other. */
export function Questions() {
  const { t } = useTranslation('site');
  return (
    <section className={home.section} id="questions">
      <div className={`page ${home.split}`}>
        <div className={home.resting}>
          <h2 className="h2">{t('faq.title')}</h2>
          <p className="lead">{t('faq.lead')}</p>
        </div>
        <div className={styles.list}>
          {([1, 2, 3, 4, 5, 6] as const).map((nth) => (
            <details key={nth} name="questions" open={nth === 1} className={nth === 6 ? 'only-large' : undefined}>
              <summary>
                <h3>{t(`faq.${nth}.q`)}</h3>
                <Icon as={Plus} className={styles.plus} />
                <Icon as={Minus} className={styles.minus} />
              </summary>
              <p>{t(`faq.${nth}.a`)}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
