import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppointmentLimits, type MyAppointment } from '#contract/appointments.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Row } from '#web/ui/layout.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { cancelOutcome } from './cancel-outcome.ts';
import styles from './details.module.css';
import { refreshAppointments } from './use-my-appointments.ts';

type Wish = 'reschedule' | 'cancel';

interface ChangesProps {
  appointment: MyAppointment;
  wasMovedByTeam: boolean;
  onMove: () => void;
}

/**
 * Lets the patient move or cancel the appointment. If a rule decides, the change happens at once. Otherwise the patient
 * sends a request, which the team answers.
 */
export function Changes({ appointment, wasMovedByTeam, onMove }: ChangesProps) {
  const { t } = useTranslation('appointments');
  const [wish, setWish] = useState<Wish>();
  const { can_cancel, can_reschedule, open_wish, move, alternatives } = appointment;
  // If the clinic offers other times, the `Alternatives` component above lets the patient choose one of them or cancel.
  if (alternatives) return null;
  if (open_wish) return <p className={styles.note}>{t(`wish.${open_wish}.waits`)}</p>;
  if (!can_cancel && !can_reschedule) return null;
  if (wish) return <WishForm {...{ appointment, wish, wasMovedByTeam }} onClose={() => setWish(undefined)} />;
  return (
    <Row gap={8} wrap className={styles.wishes}>
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
    </Row>
  );
}

interface WishProps {
  appointment: MyAppointment;
  wish: Wish;
  wasMovedByTeam: boolean;
  onClose: () => void;
}

export function WishForm({ appointment, wish, wasMovedByTeam, onClose }: WishProps) {
  const { id } = appointment;
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
    <form
      className={styles.part}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ appointment_id: id, wish, note: note.trim(), idempotency_key: key });
      }}
    >
      <h3 className="title">{t(`wish.${wish}.title`)}</h3>
      {wish === 'cancel' && appointment.payment ? (
        <Outcome appointment={appointment} payment={appointment.payment} wasMovedByTeam={wasMovedByTeam} />
      ) : (
        <p className="small muted">{t(`wish.${wish}.text`)}</p>
      )}
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
      <Row gap={8} wrap className={styles.wishes}>
        <Button type="submit" size="s" variant={wish === 'cancel' ? 'danger' : 'ink'} saving={isPending}>
          {t(`wish.${wish}.confirm`)}
        </Button>
        <Button size="s" variant="quiet" onClick={onClose} disabled={isPending}>
          {t('wish.keep')}
        </Button>
      </Row>
    </form>
  );
}

interface OutcomeProps {
  appointment: MyAppointment;
  payment: NonNullable<MyAppointment['payment']>;
  wasMovedByTeam: boolean;
}

/**
 * Shows the refund before the patient confirms the cancellation. If the patient booked the time directly and a rule
 * decides the refund, the appointment is cancelled at once. In all other cases the team decides.
 */
function Outcome({ appointment: { offer, scheduled_at }, payment, wasMovedByTeam }: OutcomeProps) {
  const { t } = useTranslation('appointments');
  const { money } = useFormat();
  const now = useNow();
  const outcome =
    offer && scheduled_at ? cancelOutcome({ terms: offer, scheduled_at, wasMovedByTeam }, payment, now) : null;
  const amount = (cents: number) => money(cents, payment.currency);
  return (
    <div className="small">
      {outcome && outcome.back_cents > 0 && (
        <p>
          <strong>{t('wish.cancel.back', { amount: amount(outcome.back_cents) })}</strong>
        </p>
      )}
      {outcome && outcome.kept_cents > 0 && (
        <p>
          <strong>{t('wish.cancel.kept', { amount: amount(outcome.kept_cents) })}</strong>
        </p>
      )}
      <p className="muted">{t(outcome && offer?.is_direct ? 'wish.cancel.atOnce' : 'wish.cancel.paidText')}</p>
    </div>
  );
}
