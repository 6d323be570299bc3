import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageName } from '#web/lib/language-name.ts';
import { Button } from '#web/ui/button.tsx';
import { Row } from '#web/ui/layout.tsx';
import styles from './reading.module.css';
import { showLanguages, useShownLanguages } from './shown-languages.ts';

const LanguagesDialog = lazy(() => import('./languages-dialog.tsx'));

/**
 * A line with the languages to which a list is limited, and a button that shows all posts. It contains no number,
 * because the number of texts in other languages is unknown.
 */
export default function NoteLine({ languages }: { languages: readonly string[] }) {
  const { t, i18n } = useTranslation('community-reading');
  const [isOpen, setOpen] = useState(false);
  const isAll = useShownLanguages() === 'all';
  const names = new Intl.ListFormat(i18n.language, { type: 'unit' }).format(
    languages.map((language) => languageName(language, i18n.language)),
  );
  return (
    <Row gap={8} align="center" justify="between" wrap className={styles.note}>
      <span role="status">{isAll ? t('every') : t('shown', { languages: names })}</span>
      <Row as="span" gap={8} wrap>
        <Button variant="line" size="s" onClick={() => showLanguages(isAll ? undefined : 'all')}>
          {isAll ? t('showRead') : t('showAll')}
        </Button>
        <Button variant="line" size="s" onClick={() => setOpen(true)}>
          {t('change')}
        </Button>
      </Row>
      {isOpen && (
        <Suspense>
          <LanguagesDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Row>
  );
}
