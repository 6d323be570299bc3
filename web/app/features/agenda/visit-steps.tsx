import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AgendaLimits } from '#contract/agenda.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import type { Visit } from '#web/lib/visit-words.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { useMark } from './use-mark.ts';

interface StepProps {
  mark: ReturnType<typeof useMark>;
  onBack: () => void;
}

/**
 * Asks by how many minutes the patient is late. The proposed value is the delay that was marked earlier. If there is
 * none, it is the number of minutes since the start of the visit.
 */
export function LateDialog({
  visit,
  now,
  mark,
  onSend,
  onBack,
}: StepProps & { visit: Visit; now: number; onSend: (minutes: number) => void }) {
  const { t } = useTranslation('agenda');
  const errorText = useErrorText();
  const soFar = Math.round((now - Date.parse(visit.starts_at)) / 60_000);
  // A delay longer than the limit is not proposed.
  const proposed = soFar >= 1 && soFar <= AgendaLimits.late_minutes ? soFar : '';
  const [minutes, setMinutes] = useState(String(visit.late_minutes ?? proposed));
  const [isTried, setIsTried] = useState(false);
  const count = /^\d{1,3}$/.test(minutes) ? Number(minutes) : 0;
  const isRight = count >= 1 && count <= AgendaLimits.late_minutes;
  return (
    <FormDialog
      onClose={onBack}
      title={t('late.title')}
      size="s"
      action={t('mark.late')}
      busy={mark.isPending}
      onSubmit={() => {
        setIsTried(true);
        if (isRight) onSend(count);
      }}
      problem={mark.error && errorText(mark.error)}
    >
      <TextField
        label={t('late.minutes')}
        inputMode="numeric"
        value={minutes}
        error={isTried && !isRight && t('late.wrong')}
        onChange={(event) => setMinutes(event.currentTarget.value.trim())}
      />
    </FormDialog>
  );
}

/** Asks for confirmation that the patient did not come, because the booked time then becomes free for others. */
export function NoShowDialog({ mark, onSend, onBack }: StepProps & { onSend: () => void }) {
  const { t } = useTranslation('agenda');
  const errorText = useErrorText();
  return (
    <FormDialog
      onClose={onBack}
      title={t('no_show.title')}
      lead={t('no_show.lead')}
      size="s"
      action={t('mark.no_show')}
      look={{ variant: 'danger' }}
      busy={mark.isPending}
      onSubmit={onSend}
      problem={mark.error && errorText(mark.error)}
    >
      {null}
    </FormDialog>
  );
}
