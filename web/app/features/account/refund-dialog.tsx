import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Membership } from '#contract/billing.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { useAfterChange } from './use-membership.ts';

interface Props {
  membership: Membership;
  isOpen: boolean;
  onClose: () => void;
}

export function RefundDialog({ membership, isOpen, onClose }: Props) {
  const { t } = useTranslation('billing');
  const { money } = useFormat();
  const { onSuccess, onError } = useAfterChange();
  const values = { plan: t(`plan.${membership.plan}`), amount: money(membership.refund?.amount_cents ?? 0) };
  const refund = useMutation(
    api.billing.requestRefund.mutationOptions({
      onSuccess(after) {
        onSuccess(after);
        onClose();
        toast({ kind: 'success', title: t('refund.done', values) });
      },
      onError,
    }),
  );
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('refund.title')}
      lead={t('refund.text', values)}
      isDismissable={!refund.isPending}
      footer={
        <>
          <Button variant="quiet" onClick={onClose} disabled={refund.isPending}>
            {t('cancel.back')}
          </Button>
          <Button variant="danger" busy={refund.isPending} onClick={() => refund.mutate({})}>
            {t('refund.confirm', values)}
          </Button>
        </>
      }
    />
  );
}
