import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { centsOf, unitsOf } from './offer-form.ts';
import { refreshAdmin } from './refresh.ts';

/** What only the team reads; nothing of it ever goes to the member. */
export function PrivateDialog({ row, onClose }: { row: AdminAppointment; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const [note, setNote] = useState(row.admin_private_note);
  const [phone, setPhone] = useState(row.provider_phone ?? '');
  const [initial, setInitial] = useState(unitsOf(row.provider_initial_price_cents));
  const [negotiated, setNegotiated] = useState(unitsOf(row.negotiated_price_cents));
  const { mutate, isPending } = useMutation(
    api.appointmentsAdmin.adminAddPrivateInfo.mutationOptions({
      onSuccess: () => {
        toast({ kind: 'success', title: t('private.saved') });
        onClose();
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error, t('private.failed')) }),
      onSettled: refreshAdmin,
    }),
  );
  const save = () =>
    mutate({
      appointment_id: row.id,
      admin_private_note: note,
      provider_phone: phone,
      provider_initial_price_cents: centsOf(initial) ?? null,
      negotiated_price_cents: centsOf(negotiated) ?? null,
    });
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
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <TextField
        label={t('private.phone')}
        optional
        type="tel"
        maxLength={40}
        value={phone}
        onChange={(event) => setPhone(event.target.value)}
      />
      <TextField
        label={t('private.initial')}
        {...price}
        value={initial}
        onChange={(event) => setInitial(event.target.value)}
      />
      <TextField
        label={t('private.negotiated')}
        {...price}
        value={negotiated}
        onChange={(event) => setNegotiated(event.target.value)}
      />
    </FormDialog>
  );
}
