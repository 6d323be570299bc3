import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppointmentLimits, type MyAppointment } from '#contract/appointments.ts';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './details.module.css';
import { refreshAppointments } from './use-my-appointments.ts';

type Wish = 'reschedule' | 'cancel';

/** Another date, or none. What is not paid yet is cancelled at once; everything else the team answers. */
export function Changes({ appointment, onMove }: { appointment: MyAppointment; onMove: () => void }) {
  const { t } = useTranslation('appointments');
  const [wish, setWish] = useState<Wish>();
  const { can_cancel, can_reschedule, open_wish, move, alternatives } = appointment;
  // Its alternatives are chosen from, or declined, above.
  if (alternatives) return null;
  if (open_wish) return <p className={styles.note}>{t(`wish.${open_wish}.waits`)}</p>;
  if (!can_cancel && !can_reschedule) return null;
  if (wish) return <WishForm appointment={appointment} wish={wish} onClose={() => setWish(undefined)} />;
  return (
    <div className={styles.wishes}>
      {can_reschedule && (
        <Button size="s" onClick={() => (move ? onMove() : setWish('reschedule'))}>
          {t(move ? 'move.open' : 'wish.reschedule.ask')}
        </Button>
      )}
      {can_cancel && (
        <Button size="s" variant="quiet" onClick={() => setWish('cancel')}>
          {t('wish.cancel.ask')}
        </Button>
      )}
    </div>
  );
}

interface WishProps {
  appointment: MyAppointment;
  wish: Wish;
  onClose: () => void;
}

export function WishForm({ appointment: { id, payment }, wish, onClose }: WishProps) {
  const { t } = useTranslation('appointments');
  const errorText = useErrorText();
  const [note, setNote] = useState('');
  const [key, setKey] = useState(() => crypto.randomUUID());
  const { mutate, isPending, error } = useMutation(
    api.appointments.requestAppointmentChange.mutationOptions({
      onSuccess: ({ status }) => {
        toast({ kind: 'success', title: t(status === 'cancelled' ? 'wish.cancel.done' : `wish.${wish}.sent`) });
        onClose();
      },
      onSettled: refreshAppointments,
    }),
  );
  return (
    <section className={styles.part}>
      <h3 className="title">{t(`wish.${wish}.title`)}</h3>
      <p className="small muted">{t(wish === 'cancel' && payment ? 'wish.cancel.paidText' : `wish.${wish}.text`)}</p>
      <TextArea
        label={t(`wish.${wish}.note`)}
        optional
        rows={2}
        maxLength={AppointmentLimits.note}
        error={error ? errorText(error) : undefined}
        value={note}
        onChange={(event) => {
          setNote(event.target.value);
          setKey(crypto.randomUUID());
        }}
      />
      <div className={styles.wishes}>
        <Button
          size="s"
          variant={wish === 'cancel' ? 'danger' : 'ink'}
          busy={isPending}
          onClick={() => mutate({ appointment_id: id, wish, note: note.trim(), idempotency_key: key })}
        >
          {t(`wish.${wish}.confirm`)}
        </Button>
        <Button size="s" variant="quiet" onClick={onClose} disabled={isPending}>
          {t('wish.keep')}
        </Button>
      </div>
    </section>
  );
}
