import { useTranslation } from 'react-i18next';
import { UndosedKinds } from '#contract/sessions.ts';

/** Returns functions that name treatments and classes of products, with the names that the plan uses. */
export function useClinicalNames() {
  const { t } = useTranslation('treatment-plan');
  const treatmentName = (code: string): string => t(`treatment.${code}` as 'treatment.cheek');
  const productName = (code: string): string =>
    UndosedKinds.some((kind) => kind === code) ? treatmentName(code) : t(`product.${code}` as 'product.ha_soft');
  return { treatmentName, productName };
}
