import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { centsOf, isNoAmount, unitsOf } from '../amount.ts';
import { refreshAdmin } from './refresh.ts';

/** Returns the initial values of the form. Prices are in units of the currency with decimals, for example 340.50. */
const formOf = (row: AdminAppointment) => ({
  note: row.admin_private_note,
  phone: row.provider_phone ?? '',
  initial: unitsOf(row.provider_initial_price_cents),
  negotiated: unitsOf(row.negotiated_price_cents),
});

function usePrivateInfo(row: AdminAppointment, onDone: () => void) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const [form, setForm] = useState(() => formOf(row));
  const [isTried, setIsTried] = useState(false);
  const { mutate, isPending } = useMutation(
    api.appointmentsAdmin.adminAddPrivateInfo.mutationOptions({
      onSuccess: () => {
        toast({ kind: 'success', title: t('private.saved') });
        onDone();
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error, t('private.failed')) }),
      onSettled: refreshAdmin,
    }),
  );
  const put = (part: Partial<typeof form>) => setForm({ ...form, ...part });
  function save() {
    setIsTried(true);
    if (isNoAmount(form.initial) || isNoAmount(form.negotiated)) return;
    mutate({
      appointment_id: row.id,
      admin_private_note: form.note,
      provider_phone: form.phone,
      provider_initial_price_cents: centsOf(form.initial),
      negotiated_price_cents: centsOf(form.negotiated),
    });
  }
  const faultOf = (price: string) => isTried && isNoAmount(price) && t('private.priceWrong');
  return { form, put, faultOf, save, isPending };
}

/** Edits the notes that only the team sees. They never reach the patient. */
export function PrivateDialog({ row, onClose }: { row: AdminAppointment; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const { form, put, faultOf, save, isPending } = usePrivateInfo(row, onClose);
  const price = { type: 'number', step: '0.01', min: '0', inputMode: 'decimal', optional: true } as const;
  return (
    <FormDialog
      onClose={onClose}
      title={t('action.private')}
      lead={t('private.lead', { name: row.patient_full_name || row.patient_email })}
      action={t('save')}
      look={{ variant: 'ink', size: 's' }}
      busy={isPending}
      onSubmit={save}
    >
      <TextArea
        label={t('offer.privateNote')}
        optional
        rows={4}
        maxLength={4000}
        value={form.note}
        onChange={(event) => put({ note: event.target.value })}
      />
      <TextField
        label={t('private.phone')}
        optional
        type="tel"
        maxLength={40}
        value={form.phone}
        onChange={(event) => put({ phone: event.target.value })}
      />
      <TextField
        label={t('private.initial')}
        {...price}
        value={form.initial}
        error={faultOf(form.initial)}
        onChange={(event) => put({ initial: event.target.value })}
      />
      <TextField
        label={t('private.negotiated')}
        {...price}
        value={form.negotiated}
        error={faultOf(form.negotiated)}
        onChange={(event) => put({ negotiated: event.target.value })}
      />
    </FormDialog>
  );
}
