import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShareStatement } from '#contract/shares.ts';
import { api } from '#web/lib/api.ts';
import { isAlreadySent } from '#web/lib/refusal.ts';
import { useNow } from '#web/lib/use-now.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { exactCentsOf, unitsOf } from '../amount.ts';
import { useFigures } from './figures.ts';
import { useShareChange } from './use-share-change.ts';

/**
 * Records a payment of a practitioner's share. The initial amount is the whole outstanding amount. All attempts of one
 * dialog share one idempotency key. If an earlier attempt with other content succeeded, the dialog closes, so that the
 * administrator sees that payment before recording another.
 */
export function PayShareDialog({ statement, onClose }: { statement: ShareStatement; onClose: () => void }) {
  const { t } = useTranslation('shares');
  const { exactMoney } = useFigures();
  const { provider_id, name, currency, open_cents } = statement;
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', dateStyle: 'short' }).format(useNow());
  const [amount, setAmount] = useState(unitsOf(open_cents));
  const [paid_on, setDay] = useState(today);
  const [reference, setReference] = useState('');
  const [isAsked, setAsked] = useState(false);
  const [idempotency_key] = useState(() => crypto.randomUUID());
  const cents = exactCentsOf(amount);
  const isAmount = cents !== null && cents >= 1 && cents <= open_cents;
  const isDay = paid_on !== '' && paid_on <= today;
  const open = exactMoney(open_cents, currency);
  const change = useShareChange();
  const pay = useMutation(
    api.shares.adminPayShare.mutationOptions({
      ...change,
      onError(error) {
        if (!isAlreadySent(error)) return void change.onError(error);
        onClose();
        toast({ kind: 'error', title: t('pay.already') });
      },
      onSuccess(_open, { amount_cents }) {
        onClose();
        toast({ kind: 'success', title: t('pay.done', { amount: exactMoney(amount_cents, currency) }) });
      },
    }),
  );
  const submit = () => {
    setAsked(true);
    if (isAmount && isDay && reference.trim())
      pay.mutate({ provider_id, currency, amount_cents: cents, paid_on, reference: reference.trim(), idempotency_key });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('pay.title')}
      lead={t('pay.lead', { name, amount: open })}
      action={t('pay.do', { amount: exactMoney(isAmount ? cents : 0, currency) })}
      look={{ variant: 'ink', size: 's' }}
      busy={pay.isPending}
      onSubmit={submit}
    >
      <TextField
        label={t('pay.amount', { currency: currency.toUpperCase() })}
        inputMode="decimal"
        value={amount}
        error={isAsked && !isAmount ? t('pay.wrong', { amount: open }) : undefined}
        onChange={(event) => setAmount(event.target.value)}
      />
      <TextField
        label={t('pay.date')}
        type="date"
        max={today}
        value={paid_on}
        error={isAsked && !isDay ? t('pay.noDate') : undefined}
        onChange={(event) => setDay(event.target.value)}
      />
      <TextField
        label={t('pay.reference')}
        maxLength={80}
        value={reference}
        error={isAsked && !reference.trim() ? t('pay.noReference') : undefined}
        onChange={(event) => setReference(event.target.value)}
      />
    </FormDialog>
  );
}
