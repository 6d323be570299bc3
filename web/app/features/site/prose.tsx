import { useTranslation } from 'react-i18next';
import { RichText } from './rich-text.tsx';
import styles from './prose.module.css';

export interface Section {
  id: string;
  title: string;
  text: string;
}

/** Long text with its contents beside it. Every section can be linked to. */
export function Prose({ sections }: { sections: readonly Section[] }) {
  const { t } = useTranslation('legal');
  return (
    <div className={`page ${styles.split}`}>
      <nav className={styles.contents} aria-labelledby="contents">
        <h2 className="small muted" id="contents">
          {t('contents')}
        </h2>
        <ol>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.text}>
        {sections.map(({ id, title, text }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 className="h3" id={`${id}-title`}>
              {title}
            </h2>
            <RichText text={text} />
          </section>
        ))}
      </div>
    </div>
  );
}
