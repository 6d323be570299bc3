import { useTranslation } from 'react-i18next';

const known = ['ends_first', 'overlap', 'elsewhere', 'place', 'past', 'half', 'extra_needs'] as const;

/** Returns a function that gives the sentence for the error code of a row. */
export function useFaultText(): (code: string | undefined) => string | undefined {
  const { t } = useTranslation('clinics');
  return (code) => {
    if (code === undefined) return undefined;
    const named = known.find((one) => one === code);
    return named ? t(`hours.fault.${named}`) : t('hours.fault.incomplete');
  };
}
