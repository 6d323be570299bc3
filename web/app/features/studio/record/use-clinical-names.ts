import { useTranslation } from 'react-i18next';
import { UndosedKinds } from '#contract/sessions.ts';

/** Names of treatments, and of classes of products, in the words of the plan. */
export function useClinicalNames() {
  const { t } = useTranslation('treatment-plan');
  const treatmentName = (code: string): string => t(`treatment.${code}` as 'treatment.cheek');
  const productName = (code: string): string =>
    UndosedKinds.some((kind) => kind === code) ? treatmentName(code) : t(`product.${code}` as 'product.ha_soft');
  return { treatmentName, productName };
}
