import { useTranslation } from 'react-i18next';
import { LocalisedLink, usePathname } from '#web/lib/locale.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/list-states.tsx';

/**
 * Replaces every admin screen until the administrator has a second factor. A link opens the page for setting up the
 * factor. After the set-up, that page returns to this screen.
 */
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
