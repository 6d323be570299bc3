import { useMutation, useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { EmptyState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { LoadError } from '../load-error.tsx';
import { refreshSummary } from '../use-summary.ts';
import styles from './friends.module.css';

/** Shows the full terms of an invitation before the person agrees. */
export function InvitationCard({ token }: { token: string }) {
  const { t } = useTranslation(['friends', 'dashboard-cards']);
  const { data, error, isError, isFetching, refetch } = useQuery(
    api.progress.getInvite.queryOptions({ input: { token } }),
  );
  if (data) {
    const name = data.name || t('dashboard-cards:friends.unnamed');
    return data.state === 'open' ? (
      <OpenInvitation token={token} name={name} />
    ) : (
      <Card>
        <EmptyState title={t(`invite.${data.state}`, { name })} text={t(`invite.${data.state}_text`, { name })} />
      </Card>
    );
  }
  const refusal = refusalOf(error)?.code;
  return (
    <Card aria-busy={!isError}>
      {refusal === 'NOT_FOUND' || refusal === 'BAD_REQUEST' || refusal === 'INVALID_INPUT' ? (
        <EmptyState title={t('invite.gone')} text={t('invite.gone_text')} />
      ) : isError ? (
        <LoadError error={error} text={t('failed')} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </Card>
  );
}

function OpenInvitation({ token, name }: { token: string; name: string }) {
  const { t } = useTranslation('friends');
  const errorText = useErrorText();
  const locale = useLocale();
  const navigate = useNavigate();
  const [fault, setFault] = useState<string>();
  const { mutate, isPending } = useMutation(
    api.progress.acceptInvite.mutationOptions({
      onSuccess: () => refreshSummary(),
      onError: (error) => setFault(errorText(error)),
    }),
  );
  return (
    <Card title={t('invite.title', { name })}>
      <Stack gap={16} align="start">
        <p>{t('invite.text', { name })}</p>
        <Stack as="ul" gap={8} className={styles.facts}>
          {(['shared', 'hidden', 'both', 'end'] as const).map((fact) => (
            <li key={fact}>
              <Icon as={Check} size="s" />
              {t(`invite.fact.${fact}`, { name })}
            </li>
          ))}
        </Stack>
        {fault && (
          <p role="alert" className="small">
            {fault}
          </p>
        )}
        <div className={styles.actions}>
          <Button variant="primary" busy={isPending} onClick={() => mutate({ token })}>
            {t('invite.agree')}
          </Button>
          <Button variant="quiet" onClick={() => navigate(inLanguage('/friends', locale), { replace: true })}>
            {t('invite.refuse')}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
