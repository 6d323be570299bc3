import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readPushState, turnPushOff, turnPushOn } from '#web/lib/push-device.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './news.module.css';

/**
 * A card that turns notifications on or off for this device. The card explains notifications before the browser asks
 * for permission.
 */
export function PushCard({ userId }: { userId: string }) {
  const { t } = useTranslation('notifications');
  const queryKey = ['push-state', userId];
  const { data: state } = useQuery({ queryKey, queryFn: () => readPushState(userId), staleTime: 0 });
  const change = useChange(userId, queryKey);
  const words = state === 'on' ? t('push.isOn.text') : t('push.text');
  return (
    <section className={styles.device} aria-labelledby="this-device" aria-busy={state === undefined}>
      <h2 className="h3" id="this-device">
        {state === 'on' ? t('push.isOn') : t('push.title')}
      </h2>
      <p className="small muted">{words}</p>
      {state === undefined && <Skeleton width="short" />}
      {state === 'unsupported' && <p className="small">{t('push.unsupported')}</p>}
      {state === 'denied' && <p className="small">{t('push.denied')}</p>}
      {(state === 'off' || state === 'on') && (
        <p className={styles.action}>
          <Button size="s" busy={change.isPending} onClick={() => change.mutate(state === 'off')}>
            {state === 'off' ? t('push.on') : t('push.off')}
          </Button>
        </p>
      )}
    </section>
  );
}

function useChange(userId: string, queryKey: readonly string[]) {
  const { t } = useTranslation('notifications');
  const errorText = useErrorText();
  return useMutation({
    mutationFn: async (isOn: boolean) => (isOn ? turnPushOn(userId) : turnPushOff().then(() => undefined)),
    onSuccess(isOn) {
      if (isOn !== false) toast({ kind: 'success', title: isOn ? t('push.done') : t('push.stopped') });
    },
    // Browser errors are DOMExceptions. They have no error code from the service, so they get a general message.
    onError: (error) =>
      toast({ kind: 'error', title: error instanceof DOMException ? t('push.failed') : errorText(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
