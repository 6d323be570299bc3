import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { MyAppointment } from '#contract/appointments.ts';
import { call } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { ChoiceGroup } from '#web/ui/chip-group.tsx';
import styles from './cards.module.css';
import { refreshAppointments } from './use-my-appointments.ts';
import { useMomentOf } from './words.ts';

interface Props {
  id: string;
  times: NonNullable<MyAppointment['offer']>['times'];
  /**
   * Called after the patient has chosen another time. Each time has its own quote, so an earlier acceptance is no
   * longer valid.
   */
  onChosen: () => void;
}

/**
 * Lets the patient choose one of the times in the offer. Each choice is saved at once, and the patient can change it
 * until the payment.
 */
export function TimeChoice({ id, times, onChosen }: Props) {
  const { t } = useTranslation('appointments');
  const errorText = useErrorText();
  const momentOf = useMomentOf();
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (time_id: string) => call.appointments.chooseOfferTime({ appointment_id: id, time_id }),
    onSuccess: onChosen,
    onSettled: refreshAppointments,
  });
  const chosen = isPending ? variables : times.find(({ is_chosen }) => is_chosen)?.id;
  const choices = times.map((time) => {
    const moment = momentOf({ scheduled_at: time.starts_at, timezone: time.timezone });
    const name = <bdi>{time.practitioner_name}</bdi>;
    return {
      value: time.id,
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
  return (
    <div className={styles.times}>
      <ChoiceGroup
        legend={t('offer.times')}
        choices={choices}
        value={chosen}
        disabled={isPending}
        onChange={(time) => mutate(time)}
      />
      {error && (
        <p className={styles.problem} role="alert">
          {errorText(error)}
        </p>
      )}
    </div>
  );
}
