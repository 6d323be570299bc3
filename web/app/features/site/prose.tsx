import { useTranslation } from 'react-i18next';
import { Stack } from '#web/ui/layout.tsx';
import { RichText } from './rich-text.tsx';
import styles from './prose.module.css';

export interface Section {
  id: string;
  title: string;
  text: string;
}

function Contents({ sections }: { sections: readonly Section[] }) {
  return (
    <ol>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ol>
  );
}

/** Shows a long text. The table of contents is next to it, or folded above it on a phone. Each section has a link. */
export function Prose({ sections }: { sections: readonly Section[] }) {
  const { t } = useTranslation('legal');
  return (
    <div className={`page ${styles.split}`}>
      <nav className={styles.contents} aria-labelledby="contents">
        <h2 className="small muted" id="contents">
          {t('contents')}
        </h2>
        <Contents sections={sections} />
      </nav>
      <nav className={styles.folded} aria-label={t('contents')}>
        <details>
          <summary>{t('contents')}</summary>
          <Contents sections={sections} />
        </details>
      </nav>
      <Stack gap={48} className={styles.text}>
        {sections.map(({ id, title, text }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 className="h3" id={`${id}-title`}>
              {title}
            </h2>
            <RichText text={text} />
          </section>
        ))}
      </Stack>
    </div>
  );
}
