import { useTranslation } from 'react-i18next';
import { languageNames, ReadingLanguages, type ReadingLanguage } from '#contract/languages.ts';
import { useChooseLanguage } from '#web/lib/choose-language.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Select } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './account.module.css';

/** The language of the person's own pages and mails. */
export function LanguageChoice() {
  const { t } = useTranslation();
  const current = useReadingLanguage();
  const errorText = useErrorText();
  const { choose, isBusy } = useChooseLanguage((error) => toast({ kind: 'error', title: errorText(error) }));
  return (
    <Select
      className={styles.language}
      label={t('language.choice')}
      hint={t('language.hint')}
      value={current}
      disabled={isBusy}
      onChange={(event) => void choose(event.currentTarget.value as ReadingLanguage)}
    >
      {ReadingLanguages.map((language) => (
        <option key={language} value={language} lang={language}>
          {languageNames[language]}
        </option>
      ))}
    </Select>
  );
}
