import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppointmentLimits } from '#contract/appointments.ts';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { api } from '#web/lib/api.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { useZoned } from '#web/lib/zoned.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { overlaps, type PickedTime, type Slot, withoutTime } from './offer-times.ts';
import { PickedTimes } from './picked-times.tsx';
import { refreshAdmin } from './refresh.ts';
import { refreshSlots } from './use-offer.ts';
import { WeekSlots } from './week-slots.tsx';

const { offer_times, alternative_hours, max_offer_hours, message: longest } = AppointmentLimits;

type Kept = NonNullable<AdminAppointment['lost_time']>;

/**
 * Offers other times for an appointment, because the clinic cannot keep the booked time. The other times are reserved
 * until the patient chooses one of them or cancels free of charge, or the deadline passes.
 */
export function AlternativesDialog({ row, onClose }: { row: AdminAppointment; onClose: () => void }) {
  const kept = row.times.find(({ state }) => state === 'booked') ?? row.lost_time;
  return kept && <Form row={row} kept={kept} onClose={onClose} />;
}

interface FormProps {
  row: AdminAppointment;
  kept: Kept;
  onClose: () => void;
}

function Form({ row, kept, onClose }: FormProps) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const { moment } = useZoned();
  const [times, setTimes] = useState<readonly PickedTime[]>([]);
  const [hours, setHours] = useState(String(alternative_hours));
  const [message, setMessage] = useState('');
  const [gone, setGone] = useState<readonly string[]>([]);
  const [isTried, setIsTried] = useState(false);
  const { mutate, isPending, error, reset } = useOffer(onClose, (at) => setGone([...gone, at]));
  const given = Number(hours);
  const isWrong = !Number.isInteger(given) || given < 1 || given > max_offer_hours;
  function submit() {
    setIsTried(true);
    if (isWrong || times.length === 0) return;
    const asked = times.map(({ practitioner_id, starts_at }) => ({ practitioner_id, starts_at }));
    mutate({ appointment_id: row.id, times: asked, hours: given, message });
  }
  const change = (next: readonly PickedTime[]) => {
    setTimes(next);
    reset();
  };
  return (
    <FormDialog
      size="l"
      onClose={onClose}
      title={t('alternatives.title')}
      lead={
        row.alternatives
          ? t('alternatives.leadAgain')
          : t('alternatives.lead', { moment: moment(kept.starts_at, kept.timezone) })
      }
      action={t('alternatives.send')}
      look={{ variant: 'ink', size: 's' }}
      busy={isPending}
      onSubmit={submit}
      problem={error ? errorText(error) : isTried && times.length === 0 && t('alternatives.pick')}
    >
      <Slots kept={kept} isLost={row.alternatives !== null} times={times} onChange={change} />
      <PickedTimes
        times={times}
        zone={kept.timezone}
        gone={gone}
        onRemove={(starts_at) => change(withoutTime(times, starts_at))}
      />
      <TextField
        label={t('alternatives.hours')}
        type="number"
        min={1}
        max={max_offer_hours}
        value={hours}
        hint={t('alternatives.hoursHint')}
        error={isTried && isWrong && t('alternatives.hoursWrong', { most: max_offer_hours })}
        onChange={(event) => setHours(event.target.value)}
      />
      <TextArea
        label={t('alternatives.message')}
        optional
        rows={3}
        maxLength={longest}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
    </FormDialog>
  );
}

/** Offers the picked times to the patient. `onGone` is called if one of them is no longer free. */
function useOffer(onDone: () => void, onGone: (startsAt: string) => void) {
  const { t } = useTranslation('admin');
  return useMutation(
    api.appointmentsAdmin.adminOfferAlternatives.mutationOptions({
      onSuccess: () => {
        toast({ kind: 'success', title: t('alternatives.done') });
        onDone();
      },
      onError: (error) => {
        const refusal = refusalOf(error);
        if (refusal?.code !== 'TIME_TAKEN') return;
        onGone((refusal.data as { starts_at: string }).starts_at);
        void refreshSlots();
      },
      onSettled: refreshAdmin,
    }),
  );
}

interface SlotsProps {
  kept: Kept;
  /**
   * True if the clinic has already released the booked slot. It can then offer the same slot again while the slot is
   * free.
   */
  isLost: boolean;
  times: readonly PickedTime[];
  onChange: (times: readonly PickedTime[]) => void;
}

/** Lists free times of the same service at the same site. The site cannot change, because the quote names the site. */
function Slots({ kept, isLost, times, onChange }: SlotsProps) {
  const { t } = useTranslation('admin');
  const [who, setWho] = useState<'same' | 'anybody'>('same');
  const { service_id, site_id, practitioner_id, timezone } = kept;
  const starts = times.map(({ starts_at }) => starts_at);
  const minutes = (Date.parse(kept.ends_at) - Date.parse(kept.starts_at)) / 60_000;
  const length = { minutes, buffer_before: 0, buffer_after: 0 };
  // The request names this booking in `except`, so the server lists its slot as free. The dialog must not offer this
  // slot as an alternative. It may offer a slot of another practitioner at the same hour.
  const isKept = (slot: Slot) =>
    !isLost && slot.starts_at === kept.starts_at && slot.practitioner_id === practitioner_id;
  return (
    <>
      <SegmentedControl
        label={t('times.practitioner')}
        options={[
          { value: 'same', label: t('alternatives.same') },
          { value: 'anybody', label: t('times.anybody') },
        ]}
        value={who}
        onChange={setWho}
      />
      <WeekSlots
        key={who}
        asked={{ service_id, site_id, practitioner_id: who === 'same' ? practitioner_id : undefined, except: kept.id }}
        zone={timezone}
        picked={starts}
        isFull={starts.length >= offer_times}
        isBlocked={(slot) => isKept(slot) || overlaps(times, length, slot)}
        onPick={({ starts_at, practitioner_id: by }, practitioner_name) => {
          if (starts.includes(starts_at)) return onChange(withoutTime(times, starts_at));
          const time = { service_id, site_id, practitioner_id: by, starts_at, practitioner_name };
          onChange([...times, time].sort((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at)));
        }}
      />
    </>
  );
}
