import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { queryClient } from '#web/lib/query.ts';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { EmptyState } from '#web/ui/list-states.tsx';

const reasons = ['SECOND_FACTOR_REQUIRED', 'FORBIDDEN'] as const;
type Reason = (typeof reasons)[number];

/**
 * Whether the service refuses access because of the account. Either the account has no second factor yet, or it does
 * not belong to the reception of a clinic.
 */
export const keepsDeskOut = (code: string): code is Reason => reasons.some((reason) => reason === code);

/** Forgets the data of other days and pages. Otherwise they would appear until the service refuses them, too. */
function forgetOther() {
  for (const queryKey of [api.agenda.deskListTimes.key(), api.clinics.deskListClinics.key()])
    queryClient.removeQueries({ queryKey, type: 'inactive' });
}

interface Props {
  code: Reason;
  onRetry: () => void;
  busy: boolean;
}

export function DeskRefused({ code, onRetry, busy }: Props) {
  const { t } = useTranslation('agenda');
  const locale = useLocale();
  useEffect(forgetOther, []);
  const back = encodeURIComponent(inLanguage('/desk', locale));
  return (
    <>
      <h1 className="visually-hidden">{t('desk.title')}</h1>
      {code === 'FORBIDDEN' ? (
        <EmptyState
          title={t('desk.nowhere')}
          text={t('desk.nowhere.text')}
          action={
            <Button size="s" busy={busy} onClick={onRetry}>
              {t('desk.again')}
            </Button>
          }
        />
      ) : (
        <EmptyState
          title={t('desk.factor')}
          text={t('desk.factor.text')}
          action={
            <LinkButton to={`${inLanguage('/account/security', locale)}?return=${back}`} variant="primary" size="s">
              {t('desk.factor.action')}
            </LinkButton>
          }
        />
      )}
    </>
  );
}
