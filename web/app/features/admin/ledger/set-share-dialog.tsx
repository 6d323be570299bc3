import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MissingShare } from '#contract/shares.ts';
import { api } from '#web/lib/api.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { exactCentsOf } from '../amount.ts';
import { useFigures } from './figures.ts';
import { useShareChange } from './use-share-change.ts';

/** Sets the practitioner's share of an appointment whose offer did not contain a share. */
export function SetShareDialog({ booking, onClose }: { booking: MissingShare; onClose: () => void }) {
  const { t } = useTranslation('shares');
  const { exactMoney } = useFigures();
  const { payment_id, number, provider_name: name, price_cents, currency } = booking;
  const [amount, setAmount] = useState('');
  const [isAsked, setAsked] = useState(false);
  const cents = exactCentsOf(amount);
  const isAmount = cents !== null && cents >= 1 && cents <= price_cents;
  const set = useMutation(
    api.shares.adminSetShare.mutationOptions({
      ...useShareChange(),
      onSuccess() {
        onClose();
        toast({ kind: 'success', title: t('set.done') });
      },
    }),
  );
  const submit = () => {
    setAsked(true);
    if (isAmount) set.mutate({ payment_id, share_cents: cents });
  };
  const price = exactMoney(price_cents, currency);
  return (
    <FormDialog
      onClose={onClose}
      title={t('set.title')}
      lead={t('set.lead', { number, name, amount: price })}
      action={t('set.do', { amount: exactMoney(isAmount ? cents : 0, currency) })}
      look={{ variant: 'ink', size: 's' }}
      busy={set.isPending}
      onSubmit={submit}
    >
      <TextField
        label={t('set.amount', { currency: currency.toUpperCase() })}
        inputMode="decimal"
        value={amount}
        error={isAsked && !isAmount ? t('set.wrong', { amount: price }) : undefined}
        onChange={(event) => setAmount(event.target.value)}
      />
    </FormDialog>
  );
}
