import { useTranslation } from 'react-i18next';
import { UndosedKinds } from '#contract/sessions.ts';

/** Returns functions that return the plan's names for treatments and for classes of products. */
export function useClinicalNames() {
  const { t } = useTranslation('treatment-plan');
  const treatmentName = (code: string): string => t(`treatment.${code}` as 'treatment.cheek');
  const productName = (code: string): string =>
    UndosedKinds.some((kind) => kind === code) ? treatmentName(code) : t(`product.${code}` as 'product.ha_soft');
  return { treatmentName, productName };
}
