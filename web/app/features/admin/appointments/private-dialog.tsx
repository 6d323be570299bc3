import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { api, call } from '#web/lib/api.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { centsOf, isNoAmount, unitsOf } from '../amount.ts';
import { ChangedNote } from './changed-note.tsx';
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
  const [before] = useState(() => formOf(row));
  const [form, setForm] = useState(before);
  // The note of a colleague who has changed it since the dialog was opened. Once it is shown, a save may overwrite it.
  const [newer, setNewer] = useState<string>();
  const [isTried, setIsTried] = useState(false);
  const { mutate, isPending } = useMutation(
    api.appointmentsAdmin.adminAddPrivateInfo.mutationOptions({
      onSuccess: () => {
        toast({ kind: 'success', title: t('private.saved') });
        onDone();
      },
      onError: async (error, { appointment_id }) => {
        toast({ kind: 'error', title: errorText(error, t('private.failed')) });
        if (refusalOf(error)?.code !== 'CHANGED_SINCE') return;
        const { appointment } = await call.appointmentsAdmin.adminGetAppointment({ appointment_id });
        setNewer(appointment.admin_private_note);
      },
      onSettled: refreshAdmin,
    }),
  );
  const put = (part: Partial<typeof form>) => setForm({ ...form, ...part });
  function save() {
    setIsTried(true);
    if (isNoAmount(form.initial) || isNoAmount(form.negotiated)) return;
    // Fields that were not changed are left out. A colleague may have changed them since the dialog was opened.
    const isChanged = (field: keyof typeof form) => form[field] !== before[field];
    mutate({
      appointment_id: row.id,
      ...(isChanged('note') && { admin_private_note: form.note, note_was: newer ?? before.note }),
      ...(isChanged('phone') && { provider_phone: form.phone }),
      ...(isChanged('initial') && { provider_initial_price_cents: centsOf(form.initial) }),
      ...(isChanged('negotiated') && { negotiated_price_cents: centsOf(form.negotiated) }),
    });
  }
  const faultOf = (price: string) => isTried && isNoAmount(price) && t('private.priceWrong');
  return { form, newer, put, faultOf, save, isPending };
}

/** Edits the notes that only the team sees. They never reach the patient. */
export function PrivateDialog({ row, onClose }: { row: AdminAppointment; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const { form, newer, put, faultOf, save, isPending } = usePrivateInfo(row, onClose);
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
      {newer !== undefined && <ChangedNote note={newer} />}
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
