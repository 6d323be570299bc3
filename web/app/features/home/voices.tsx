import { useTranslation } from 'react-i18next';
import type { ContentOf } from '#contract/site.ts';
import styles from './voices.module.css';

export function Voices({ entries }: { entries: ContentOf<'testimonials'>['entries'] }) {
  const { t } = useTranslation('site');
  return entries.map(({ quote, name, age, city }) => (
    <li key={quote}>
      <figure className={styles.voice}>
        <blockquote>{quote}</blockquote>
        <figcaption className="small muted">{t('voices.who', { name, age: String(age), city })}</figcaption>
      </figure>
    </li>
  ));
}
