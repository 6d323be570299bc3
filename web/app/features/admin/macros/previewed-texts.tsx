import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReadingLanguage } from '#contract/languages.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Row } from '#web/ui/layout.tsx';
import styles from './macros.module.css';

export interface PreviewedText {
  id: string;
  number: string;
  patientId: string;
  name: string;
  language: ReadingLanguage;
  subject?: string;
  body: string;
}

/**
 * Shows the exact texts, grouped by language. Each group shows one person's text, and buttons show the texts of the
 * others.
 */
export function PreviewedTexts({ texts }: { texts: readonly PreviewedText[] }) {
  const languages = [...new Set(texts.map(({ language }) => language))];
  return languages.map((language) => (
    <OneLanguage key={language} language={language} texts={texts.filter((text) => text.language === language)} />
  ));
}

export const peopleIn = (texts: readonly PreviewedText[]): number =>
  new Set(texts.map(({ patientId }) => patientId)).size;

function OneLanguage({ language, texts }: { language: ReadingLanguage; texts: readonly PreviewedText[] }) {
  const { t } = useTranslation('macros');
  const locale = useLocale();
  const [index, setIndex] = useState(0);
  const at = Math.min(index, texts.length - 1);
  const shown = texts[at];
  if (!shown) return null;
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(language) ?? language;
  return (
    <section className={styles.language}>
      <header>
        <h3>{t('preview.language', { language: name, people: t('people', { count: peopleIn(texts) }) })}</h3>
        {texts.length > 1 && (
          <Row gap={4} align="center" className={styles.leaf}>
            <IconButton
              icon={ChevronLeft}
              size="s"
              label={t('preview.before', { language: name })}
              disabled={at === 0}
              onClick={() => setIndex(at - 1)}
            />
            <span className="num" aria-live="polite">
              {t('preview.place', { at: at + 1, of: texts.length })}
            </span>
            <IconButton
              icon={ChevronRight}
              size="s"
              label={t('preview.after', { language: name })}
              disabled={at === texts.length - 1}
              onClick={() => setIndex(at + 1)}
            />
          </Row>
        )}
      </header>
      <figure className={styles.text}>
        <figcaption className="micro muted">
          <bdi>{shown.name}</bdi>, {shown.number}
        </figcaption>
        <div lang={language} dir="auto">
          {shown.subject && <p className={styles.subject}>{shown.subject}</p>}
          <p>{shown.body}</p>
        </div>
      </figure>
    </section>
  );
}
