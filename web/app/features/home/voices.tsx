import { useTranslation } from 'react-i18next';
import styles from './voices.module.css';

/** Ten samples, until an administrator publishes others: the service repeats the first entry for each of those. */
const samples = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

export function Voices() {
  const { t } = useTranslation('site');
  return samples.map((nth) => {
    const who = { name: t(`voice.${nth}.name`), age: t(`voice.${nth}.age`), city: t(`voice.${nth}.city`) };
    return (
      <li key={nth}>
        <figure className={styles.voice}>
          <blockquote data-fill="quote">{t(`voice.${nth}.quote`)}</blockquote>
          <figcaption className="small muted" data-fill="who">
            {t('voices.who', who)}
          </figcaption>
        </figure>
      </li>
    );
  });
}
