import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppointmentDefaults } from '#contract/appointments.ts';
import type { AdminAppointment, AdminTime } from '#contract/appointments-admin.ts';
import { api } from '#web/lib/api.ts';
import { wallTimeIn, hourText } from '#web/lib/wall-clock.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { movedTime } from './moved-time.ts';
import { refreshAdmin } from './refresh.ts';
import { TimeFields, type TimeValue } from './time-fields.tsx';
import { refreshSlots } from './use-offer.ts';
import { isAskedByFields, useTimeCheck } from './use-time-check.ts';
import { WeekSlots } from './week-slots.tsx';

/** Moves a confirmed appointment to another time. A payment for the appointment stays valid. */
export function TimeDialog({ row, onClose }: { row: AdminAppointment; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const booked = movedTime(row);
  const [value, setValue] = useState(() => emptyTime(booked?.timezone ?? row.timezone));
  const [allowOutside, setAllowOutside] = useState(false);
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const check = useTimeCheck({
    ...value,
    appointment_id: row.id,
    provider_id: row.provider_id,
    provider_name: row.provider_name ?? '',
  });
  // For a booked slot, the dialog does not warn about other appointments of the provider at the same hour. Several
  // practitioners of a clinic can work at the same hour, and the server never books a practitioner twice for the same
  // time.
  const bookings = booked ? [] : check.bookings;
  const { mutate, isPending, error, reset } = useMutation(
    api.appointmentsAdmin.adminRescheduleAppointment.mutationOptions({
      onSuccess: () => {
        toast({ kind: 'success', title: t('time.done') });
        onClose();
      },
      onError: (refused) => void (refusalOf(refused)?.code === 'TIME_TAKEN' && refreshSlots()),
      onSettled: refreshAdmin,
    }),
  );

  function save() {
    const { wall_time, instant, ...rest } = value;
    setIsMissing(!wall_time);
    if (!wall_time) return;
    const at = instant ?? wall_time;
    mutate({ appointment_id: row.id, ...rest, scheduled_at: at, allow_outside_hours: allowOutside, reason });
  }

  const change = (part: Partial<TimeValue>) => {
    setValue({ ...value, ...part });
    setAllowOutside(false);
    reset();
  };

  const isOutside = refusalOf(error)?.code === 'OUTSIDE_HOURS';
  return (
    <FormDialog
      size={booked ? 'l' : 'm'}
      onClose={onClose}
      title={t('time.title')}
      lead={t('time.lead')}
      action={t('time.save')}
      look={{ variant: 'ink', size: 's' }}
      busy={isPending}
      onSubmit={save}
      problem={error && !isAskedByFields(error, { ...check, bookings }) && errorText(error)}
    >
      {booked && (
        <OtherTimes booked={booked} isLost={row.alternatives !== null} instant={value.instant} onChange={change} />
      )}
      <TimeFields
        value={value}
        onChange={change}
        check={{ ...check, bookings }}
        isMissing={isMissing}
        hasSite={!!booked}
      />
      {isOutside && (
        <Checkbox
          label={t('times.outside')}
          checked={allowOutside}
          onChange={(event) => setAllowOutside(event.target.checked)}
        />
      )}
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

const emptyTime = (timezone: string | null): TimeValue => ({
  wall_time: '',
  timezone: timezone ?? AppointmentDefaults.timezone,
  instant: null,
  allow_double_booking: false,
});

interface OtherProps {
  booked: Pick<AdminTime, 'id' | 'starts_at' | 'service_id' | 'site_id' | 'practitioner_id' | 'timezone'>;
  /** True if the clinic has released the booked slot. The team can then choose the same slot again while it is free. */
  isLost: boolean;
  instant: string | null;
  onChange: (part: Partial<TimeValue>) => void;
}

/** Lists the slots of the same service with the same practitioner. Choosing a slot fills in date and zone. */
function OtherTimes({ booked, isLost, instant, onChange }: OtherProps) {
  const { id, service_id, site_id, practitioner_id, timezone } = booked;
  return (
    <WeekSlots
      asked={{ service_id, site_id, practitioner_id, except: id }}
      zone={timezone}
      picked={instant ? [instant] : []}
      isFull={false}
      isBlocked={({ starts_at }) => !isLost && starts_at === booked.starts_at}
      onPick={({ starts_at }) => {
        const { day, minute } = wallTimeIn(timezone, starts_at);
        onChange({
          wall_time: `${day}T${hourText(minute)}`,
          timezone,
          instant: starts_at,
          allow_double_booking: false,
        });
      }}
    />
  );
}
