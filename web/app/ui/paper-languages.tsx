import { useTranslation } from 'react-i18next';
import { Languages } from '#contract/languages.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';

/**
 * A note that legal papers exist only in English and French. Readers of the other nine languages see it before they
 * open or accept a paper.
 */
export function PaperLanguages() {
  const { t } = useTranslation();
  const language = useReadingLanguage();
  return Languages.some((one) => one === language) ? null : <p className="small muted">{t('papers.languages')}</p>;
}
