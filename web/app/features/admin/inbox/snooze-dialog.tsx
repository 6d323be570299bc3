import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InboxRow } from '#contract/appointments-admin.ts';
import { AppointmentLimits } from '#contract/appointments.ts';
import { serviceNow } from '#web/lib/service-clock.ts';
import { ownZone, useZoned } from '#web/lib/zoned.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Select, TextField } from '#web/ui/text-field.tsx';
import { type SnoozeChoice, SnoozeChoices, snoozeTime, typedTime } from './snooze-times.ts';
import { useSnooze } from './use-snooze.ts';

interface Props {
  rows: readonly InboxRow[];
  onDone: () => void;
  onClose: () => void;
}

/** Asks how long to snooze the entries. Each choice shows its date and time in the reader's time zone. */
export function SnoozeDialog({ rows, onDone, onClose }: Props) {
  const { t } = useTranslation('admin');
  const { short } = useZoned();
  const [opened] = useState(serviceNow);
  const [choice, setChoice] = useState<SnoozeChoice>('tomorrow');
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const { mutate, isPending } = useSnooze(() => {
    onDone();
    onClose();
  });
  const words = (one: SnoozeChoice) => {
    const at = snoozeTime(one, opened);
    return at ? t(`snooze.${one}`, { date: short(at, ownZone()) }) : t('snooze.date');
  };
  function submit() {
    const now = serviceNow();
    const until = snoozeTime(choice, now) ?? typedTime(typed, now, AppointmentLimits.snooze_days);
    setIsWrong(!until);
    if (until) mutate({ inbox_ids: rows.map(({ inbox_id }) => inbox_id), until: until.toISOString() });
  }
  return (
    <FormDialog
      onClose={onClose}
      size="s"
      title={t('snooze.title', { count: rows.length })}
      lead={t('snooze.lead', { count: rows.length })}
      action={t('snooze.action')}
      look={{ variant: 'ink', size: 's' }}
      busy={isPending}
      onSubmit={submit}
    >
      <Select
        label={t('snooze.until')}
        value={choice}
        onChange={(event) => setChoice(SnoozeChoices.find((one) => one === event.target.value) ?? 'tomorrow')}
      >
        {SnoozeChoices.map((one) => (
          <option key={one} value={one}>
            {words(one)}
          </option>
        ))}
      </Select>
      {choice === 'date' && (
        <TextField
          label={t('snooze.moment')}
          type="datetime-local"
          value={typed}
          error={isWrong && t('snooze.moment.invalid', { days: AppointmentLimits.snooze_days })}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </FormDialog>
  );
}
