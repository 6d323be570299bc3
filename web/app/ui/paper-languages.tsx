import { useTranslation } from 'react-i18next';
import { Languages } from '#contract/languages.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';

/**
 * A note that quotes, receipts and invoices exist only in English and French. Readers of the other nine languages see
 * it next to these documents.
 */
export function PaperLanguages() {
  const { t } = useTranslation();
  const language = useReadingLanguage();
  return Languages.some((one) => one === language) ? null : <p className="small muted">{t('papers.languages')}</p>;
}
