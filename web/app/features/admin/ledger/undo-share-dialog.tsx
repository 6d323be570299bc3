import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SharePayment } from '#contract/shares.ts';
import { api } from '#web/lib/api.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { useFigures } from './figures.ts';
import { useShareChange } from './use-share-change.ts';

interface Props {
  payment: SharePayment;
  currency: string;
  onClose: () => void;
}

/** Reverses a payment of a share, for example if it was recorded by mistake. */
export function UndoShareDialog({ payment: { entry_id, reference, amount_cents }, currency, onClose }: Props) {
  const { t } = useTranslation('shares');
  const { exactMoney } = useFigures();
  const undo = useMutation(
    api.shares.adminUndoSharePayment.mutationOptions({
      ...useShareChange(),
      onSuccess() {
        onClose();
        toast({ kind: 'success', title: t('undo.done') });
      },
    }),
  );
  return (
    <FormDialog
      onClose={onClose}
      title={t('undo.title')}
      action={t('undo.do')}
      look={{ variant: 'danger', size: 's' }}
      busy={undo.isPending}
      onSubmit={() => undo.mutate({ entry_id })}
    >
      <p>{t('undo.lead', { amount: exactMoney(amount_cents, currency), reference })}</p>
    </FormDialog>
  );
}
