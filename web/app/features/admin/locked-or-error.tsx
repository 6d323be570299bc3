import { useTranslation } from 'react-i18next';
import { LocalisedLink, usePathname } from '#web/lib/locale.tsx';
import { refusalOf } from '#web/lib/refusal.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';

interface Props {
  error: unknown;
  onRetry: () => void;
  busy: boolean;
}

/** An administrator without a second factor is led to enrol; anything else may be tried again. */
export function LockedOrError({ error, onRetry, busy }: Props) {
  const { t } = useTranslation('identity');
  const back = usePathname();
  if (refusalOf(error)?.code !== 'SECOND_FACTOR_REQUIRED')
    return <ErrorState error={error} onRetry={onRetry} busy={busy} />;
  const enrol = (
    <LocalisedLink
      to={`/account/security?return=${encodeURIComponent(back)}`}
      className={buttonClass({ variant: 'primary' })}
    >
      {t('admin.locked.action')}
    </LocalisedLink>
  );
  return <EmptyState title={t('admin.locked.title')} text={t('admin.locked.text')} action={enrol} />;
}
