import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyAppointment } from '#contract/appointments.ts';
import { api } from '#web/lib/api.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { ChoiceGroup } from '#web/ui/chip-group.tsx';
import { Row } from '#web/ui/layout.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './cards.module.css';
import { refreshAppointments } from './use-my-appointments.ts';
import { useMomentOf } from './words.ts';

interface Props {
  appointment: MyAppointment;
  alternatives: NonNullable<MyAppointment['alternatives']>;
}

/**
 * The card that is shown if the clinic cannot keep the booked time of an appointment. Until the deadline, the patient
 * chooses another time or cancels free of charge.
 */
export function Alternatives({ appointment, alternatives }: Props) {
  const { t } = useTranslation('appointments');
  const momentOf = useMomentOf();
  const [isLeaving, setIsLeaving] = useState(false);
  const { was_at, until, timezone, times } = alternatives;
  const there = (at: string) => momentOf({ scheduled_at: at, timezone })?.there ?? '';
  const isOver = alternatives.is_over || times.length === 0;
  return (
    <div className={styles.alternatives}>
      <p>
        {isOver
          ? t('alternatives.over', { moment: there(was_at) })
          : t('alternatives.text', { moment: there(was_at), until: there(until) })}
      </p>
      {isLeaving ? (
        <Leave appointment={appointment} onClose={() => setIsLeaving(false)} />
      ) : isOver ? (
        <Row gap={14} rowGap={8} align="center" wrap className={styles.actions}>
          <Button size="s" onClick={() => setIsLeaving(true)}>
            {t('alternatives.cancel')}
          </Button>
        </Row>
      ) : (
        <Choice id={appointment.id} times={times} onLeave={() => setIsLeaving(true)} />
      )}
    </div>
  );
}

interface ChoiceProps {
  id: string;
  times: Props['alternatives']['times'];
  onLeave: () => void;
}

function Choice({ id, times, onLeave }: ChoiceProps) {
  const { t } = useTranslation('appointments');
  const errorText = useErrorText();
  const momentOf = useMomentOf();
  const [picked, setPicked] = useState<string>();
  const [isTried, setIsTried] = useState(false);
  const { mutate, isPending, error, reset } = useMutation(
    api.appointments.chooseAlternative.mutationOptions({
      onSuccess: (chosen) =>
        toast({ kind: 'success', title: t('move.done', { moment: momentOf(chosen)?.there ?? '' }) }),
      onSettled: refreshAppointments,
    }),
  );
  const chosen = times.find(({ id: time }) => time === picked) ?? (times.length === 1 ? times[0] : undefined);
  const choices = times.map(({ id: value, starts_at, timezone, practitioner_name }) => {
    const moment = momentOf({ scheduled_at: starts_at, timezone });
    const name = <bdi>{practitioner_name}</bdi>;
    return {
      value,
      label: moment?.there,
      hint: moment?.here ? (
        <>
          {name}, {moment.here}
        </>
      ) : (
        name
      ),
    };
  });
  function take() {
    setIsTried(true);
    if (chosen) mutate({ appointment_id: id, time_id: chosen.id });
  }
  const problem = error ? errorText(error) : isTried && !chosen && t('alternatives.mustChoose');
  return (
    <>
      <ChoiceGroup
        legend={t('alternatives.legend')}
        choices={choices}
        value={chosen?.id}
        disabled={isPending}
        onChange={(time) => {
          setPicked(time);
          reset();
        }}
      />
      <p className="small muted">{t('alternatives.stays')}</p>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <Row gap={14} rowGap={8} align="center" wrap className={styles.actions}>
        <Button variant="primary" size="s" busy={isPending} onClick={take}>
          {t('alternatives.take')}
        </Button>
        <Button variant="quiet" size="s" disabled={isPending} onClick={onLeave}>
          {t('alternatives.decline')}
        </Button>
      </Row>
    </>
  );
}

/** Asks for confirmation, because the patient cannot undo a cancellation. */
function Leave({ appointment: { id, payment }, onClose }: Pick<Props, 'appointment'> & { onClose: () => void }) {
  const { t } = useTranslation('appointments');
  const errorText = useErrorText();
  const { mutate, isPending, error } = useMutation(
    api.appointments.declineAlternatives.mutationOptions({
      onSuccess: () => toast({ kind: 'success', title: t('wish.cancel.done') }),
      onSettled: refreshAppointments,
    }),
  );
  // The patient has already chosen in another window. The list is loaded again and shows that choice.
  const isLate = refusalOf(error)?.code === 'NOT_IN_THIS_STATE';
  return (
    <section className={styles.leave}>
      <h4 className="title">{t('wish.cancel.title')}</h4>
      <p className="small">{t(payment ? 'alternatives.cancelText' : 'wish.cancel.text')}</p>
      {error && !isLate && (
        <p className={styles.problem} role="alert">
          {errorText(error)}
        </p>
      )}
      <Row gap={14} rowGap={8} align="center" wrap className={styles.actions}>
        <Button variant="danger" size="s" busy={isPending} onClick={() => mutate({ appointment_id: id })}>
          {t('wish.cancel.confirm')}
        </Button>
        <Button variant="quiet" size="s" disabled={isPending} onClick={onClose}>
          {t('wish.keep')}
        </Button>
      </Row>
    </section>
  );
}
