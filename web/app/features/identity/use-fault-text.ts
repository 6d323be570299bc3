import { useTranslation } from 'react-i18next';
import type { FieldFault } from './validate.ts';

/** Returns a function that gives the sentence below an invalid field. */
export function useFaultText(): (fault: FieldFault | undefined) => string | undefined {
  const { t } = useTranslation('identity');
  return (fault) => {
    if (fault === 'required') return t('field.required');
    if (fault === 'email_invalid') return t('field.email_invalid');
    if (fault === 'too_short') return t('weak_password.too_short');
    if (fault === 'too_short_on_login') return t('signup.too_short');
    return fault === 'mismatch' ? t('signup.mismatch') : undefined;
  };
}
