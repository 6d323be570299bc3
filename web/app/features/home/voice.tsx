import { useTranslation } from 'react-i18next';
import type { voices } from './voices.ts';
import styles from './voices.module.css';

export function Voice({ nth }: { nth: (typeof voices)[number] }) {
  const { t } = useTranslation('site');
  const who = { name: t(`voice.${nth}.name`), age: t(`voice.${nth}.age`), city: t(`voice.${nth}.city`) };
  return (
    <figure className={styles.voice}>
      <blockquote>{t(`voice.${nth}.quote`)}</blockquote>
      <figcaption className="small muted">{t('voices.who', who)}</figcaption>
    </figure>
  );
}
