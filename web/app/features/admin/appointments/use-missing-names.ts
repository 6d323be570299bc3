import { useTranslation } from 'react-i18next';
import type { QuoteItem } from '#contract/quote.ts';

/**
 * Returns a function that joins the names of the quote's missing parts. Its result is empty if the quote is complete.
 */
export function useMissingNames(): (missing: readonly QuoteItem[]) => string {
  const { t } = useTranslation('admin');
  return (missing) => missing.map((item) => t(`offer.missing.${item}`)).join(', ');
}
