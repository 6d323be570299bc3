import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClinicTime, DeskTime } from '#contract/agenda.ts';
import { cityOfZone } from '#contract/zone.ts';
import { api } from '#web/lib/api.ts';
import { isDay } from '#web/lib/calendar.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { useSession } from '#web/lib/session.tsx';
import { useVisitWords } from '#web/lib/visit-words.ts';
import { hourText, instantIn, minuteOf, wallTimeIn } from '#web/lib/wall-clock.ts';
import { useZoned } from '#web/lib/zoned.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Grid } from '#web/ui/layout.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';

interface Props {
  visit: DeskTime | ClinicTime;
  /** The initial value of the field. It is the time at which the visit was dropped, or the visit's current time. */
  to: number;
  now: number;
  onClose: () => void;
  onMoved: () => void;
}

/** Asks for confirmation before the visit moves and people are notified. Times are in the time zone of the site. */
export function MoveDialog({ visit, to, now, onClose, onMoved }: Props) {
  const { t } = useTranslation('agenda');
  const errorText = useErrorText();
  const words = useVisitWords();
  const zone = visit.site.timezone;
  const [form, setForm] = useState(() => {
    const { day, minute } = wallTimeIn(zone, to);
    return { day, time: hourText(minute), tells: visit.visit !== null, reason: '' };
  });
  const [isTried, setIsTried] = useState(false);
  const move = useMove(visit, onMoved);
  const minute = minuteOf(form.time);
  const at = isDay(form.day) && minute !== null ? instantIn(zone, { day: form.day, minute }) : null;
  const wrong = faultOf(at, Date.parse(visit.starts_at), now);
  function submit() {
    setIsTried(true);
    if (wrong) return;
    move.mutate({
      time_id: visit.id,
      was_at: visit.starts_at,
      starts_at: `${form.day}T${form.time}`,
      tell_patient: form.tells,
      reason: form.reason,
    });
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t('move.title')}
      lead={t('move.lead', { when: words.when(visit) })}
      action={t('move')}
      busy={move.isPending}
      onSubmit={submit}
      problem={move.error && errorText(move.error)}
    >
      <Grid gap={16} min={160}>
        <TextField
          label={t('move.date')}
          type="date"
          value={form.day}
          error={isTried && wrong && t(`move.${wrong}`)}
          onChange={(event) => setForm({ ...form, day: event.target.value })}
        />
        <TextField
          label={t('move.time', { city: cityOfZone(zone) })}
          type="time"
          step={300}
          value={form.time}
          onChange={(event) => setForm({ ...form, time: event.target.value })}
        />
      </Grid>
      <TextField
        label={t('move.reason')}
        optional
        maxLength={500}
        value={form.reason}
        onChange={(event) => setForm({ ...form, reason: event.target.value })}
      />
      {visit.visit && (
        <Checkbox
          label={t('move.tell')}
          checked={form.tells}
          onChange={(event) => setForm({ ...form, tells: event.target.checked })}
        />
      )}
    </FormDialog>
  );
}

/** Returns the reason why the entered time is not valid, or null if it is valid. */
function faultOf(at: number | null, was: number, now: number): 'wrong' | 'same' | 'past' | null {
  if (at === null) return 'wrong';
  if (at === was) return 'same';
  return at <= now ? 'past' : null;
}

function useMove({ site, visit }: Props['visit'], onMoved: () => void) {
  const { t } = useTranslation('agenda');
  const { moment } = useZoned();
  const isDesk = useSession().user?.role === 'desk';
  const move = isDesk ? api.agenda.deskMoveTime : api.agenda.adminMoveBookedTime;
  return useMutation(
    move.mutationOptions({
      onSuccess: ({ starts_at }, { tell_patient }) => {
        toast({
          kind: 'success',
          title: t('moved', { when: moment(starts_at, site.timezone) }),
          ...(visit && { text: t(tell_patient ? 'moved.told' : 'moved.untold') }),
        });
        onMoved();
      },
      onSettled: () =>
        Promise.all(
          [api.agenda.key(), api.appointmentsAdmin.key()].map((queryKey) =>
            queryClient.invalidateQueries({ queryKey }),
          ),
        ),
    }),
  );
}
