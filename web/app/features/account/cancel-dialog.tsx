import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Subscription } from '#contract/billing.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { useAfterChange } from './use-membership.ts';

interface Props {
  subscription: Subscription;
  isOpen: boolean;
  onClose: () => void;
}

export function CancelDialog({ subscription, isOpen, onClose }: Props) {
  const { t } = useTranslation('billing');
  const { date } = useFormat();
  const { onSuccess, onError } = useAfterChange();
  const isOwed = subscription.status === 'past_due';
  const values = { plan: t(`plan.${subscription.plan}`), day: date(subscription.period_end) };
  const cancel = useMutation(
    api.billing.cancelSubscription.mutationOptions({
      onSuccess(membership) {
        onSuccess(membership);
        onClose();
        toast({ kind: 'success', title: isOwed ? t('cancel.doneNow') : t('cancel.done', values) });
      },
      onError,
    }),
  );
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('cancel.title')}
      lead={t(isOwed ? 'cancel.owedText' : 'cancel.text', values)}
      isDismissable={!cancel.isPending}
      footer={
        <>
          <Button variant="quiet" onClick={onClose} disabled={cancel.isPending}>
            {t('cancel.back')}
          </Button>
          <Button variant="danger" busy={cancel.isPending} onClick={() => cancel.mutate({})}>
            {t('cancel.confirm')}
          </Button>
        </>
      }
    />
  );
}
