import { useTranslation } from 'react-i18next';
import { LocalisedLink, usePathname } from '#web/lib/locale.tsx';
import { refusalOf } from '#web/lib/refusal.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/list-states.tsx';

export const needsSecondFactor = (error: unknown): boolean => refusalOf(error)?.code === 'SECOND_FACTOR_REQUIRED';

/** An administrator without a second factor is led to enrol, and back. */
export function SecondFactorFirst() {
  const { t } = useTranslation('admin');
  const back = encodeURIComponent(usePathname());
  return (
    <EmptyState
      title={t('locked.title')}
      text={t('locked.text')}
      action={
        <LocalisedLink to={`/account/security?return=${back}`} className={buttonClass({ variant: 'primary' })}>
          {t('locked.action')}
        </LocalisedLink>
      }
    />
  );
}
