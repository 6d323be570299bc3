import { useTranslation } from 'react-i18next';
import type { QuoteItem } from '#contract/quote.ts';

/** The names of what a quote lacks, in one line; empty when it is complete. */
export function useMissingNames(): (missing: readonly QuoteItem[]) => string {
  const { t } = useTranslation('admin');
  return (missing) => missing.map((item) => t(`offer.missing.${item}`)).join(', ');
}
