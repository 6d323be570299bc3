import { useTranslation } from 'react-i18next';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';

/**
 * Returns a function that says why a form could not be saved. If a colleague has saved the same entry since the form
 * was opened, the sentence says what to do. The typed values stay in the form.
 */
export function useSaveProblem(): (error: unknown) => string | null {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  return (error) => {
    if (!error) return null;
    return refusalOf(error)?.code === 'CHANGED_SINCE' ? t('save.changed') : errorText(error);
  };
}
