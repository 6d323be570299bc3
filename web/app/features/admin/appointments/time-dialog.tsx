import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppointmentDefaults } from '#contract/appointments.ts';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { refreshAdmin } from './refresh.ts';
import { TimeFields } from './time-fields.tsx';
import { useTimeCheck } from './use-time-check.ts';

/** Another time for a confirmed appointment; what was paid stays paid. */
export function TimeDialog({ row, onClose }: { row: AdminAppointment; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const [value, setValue] = useState({
    wall_time: '',
    timezone: row.timezone ?? (AppointmentDefaults.timezone as string),
    instant: null as string | null,
    allow_double_booking: false,
  });
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const check = useTimeCheck({
    ...value,
    appointment_id: row.id,
    provider_id: row.provider_id,
    provider_name: row.provider_name ?? '',
  });
  const { mutate, isPending, error } = useMutation(
    api.appointmentsAdmin.adminRescheduleAppointment.mutationOptions({
      onSuccess: () => {
        toast({ kind: 'success', title: t('time.done') });
        onClose();
      },
      onSettled: refreshAdmin,
    }),
  );

  function save() {
    const { wall_time, instant, ...rest } = value;
    setIsMissing(!wall_time);
    if (wall_time) mutate({ appointment_id: row.id, ...rest, scheduled_at: instant ?? wall_time, reason });
  }

  return (
    <FormDialog
      onClose={onClose}
      title={t('time.title')}
      lead={t('time.lead')}
      action={t('time.save')}
      look={{ variant: 'ink', size: 's' }}
      busy={isPending}
      onSubmit={save}
      problem={error && !check.choice && check.bookings.length === 0 && errorText(error)}
    >
      <TimeFields
        value={value}
        onChange={(part) => setValue({ ...value, ...part })}
        check={check}
        isMissing={isMissing}
      />
      <TextField
        label={t('reason.label')}
        optional
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
