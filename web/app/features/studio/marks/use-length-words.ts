import { useTranslation } from 'react-i18next';
import type { Length } from '#engine/geometry/measure-lengths.ts';
import { useLocale } from '#web/lib/locale.tsx';

/** Returns a function that formats a length in the reader's language, for example '12.3 ± 1.0 mm'. */
export function useLengthWords(): (length: Length) => string {
  const { t } = useTranslation('studio');
  const language = useLocale();
  const format = new Intl.NumberFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return ({ mm, uncertainty_mm }) => t('measure.mm', { mm: format.format(mm), error: format.format(uncertainty_mm) });
}
