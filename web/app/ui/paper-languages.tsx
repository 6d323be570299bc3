import { useTranslation } from 'react-i18next';
import { Languages } from '#contract/languages.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';

/**
 * Tells readers of the other nine languages that legal papers are in English or French. They read this before they open
 * or accept a paper.
 */
export function PaperLanguages() {
  const { t } = useTranslation();
  const language = useReadingLanguage();
  return Languages.some((one) => one === language) ? null : <p className="small muted">{t('papers.languages')}</p>;
}
