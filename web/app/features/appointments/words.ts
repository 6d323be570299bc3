import { useTranslation } from 'react-i18next';
import type { MyAppointment } from '#contract/appointments.ts';
import { cityOfZone } from '#contract/zone.ts';
import { usePatientTreatmentName } from '#web/lib/appointment-words.ts';
import { useFormat } from '#web/lib/format.ts';
import { ownZone, useZoned } from '#web/lib/zoned.ts';

/** Returns a function that gives a title such as 'Botox in Brussels'. */
export function useTitleOf(): (appointment: MyAppointment) => string {
  const { t } = useTranslation('appointments');
  const name = usePatientTreatmentName();
  return ({ requested_treatment, city_target }) =>
    t('title', { treatment: name(requested_treatment), city: city_target });
}

/**
 * Returns a function that formats an appointment's time in the time zone of its place. `plain` leaves out the city, and
 * `there` includes it. `here` is the time in the reader's own zone, if the zones differ.
 */
export function useMomentOf() {
  const { t } = useTranslation('appointments');
  const { moment, short, isSame } = useZoned();
  return ({ scheduled_at, timezone }: Pick<MyAppointment, 'scheduled_at' | 'timezone'>) => {
    if (!scheduled_at) return undefined;
    const mine = ownZone();
    const zone = timezone ?? mine;
    const plain = moment(scheduled_at, zone);
    const there = t('placeTime', { moment: plain, city: cityOfZone(zone) });
    const here = isSame(scheduled_at, zone, mine) ? undefined : t('yourTime', { time: short(scheduled_at, mine) });
    return { plain, there, here };
  };
}

/** Whether the offer has times and the patient still has to choose one. A single time may be left of several. */
export const isToChoose = ({ times }: Pick<NonNullable<MyAppointment['offer']>, 'times'>): boolean =>
  times.length > 0 && times.every(({ is_chosen }) => !is_chosen);

/**
 * Returns a function that gives the names of the practitioner and of the provider. If the offer has several times, the
 * practitioner of the chosen time is named.
 */
export function useWho(): (appointment: Pick<MyAppointment, 'offer' | 'provider_name'>) => string {
  const { commas } = useFormat();
  return ({ offer, provider_name }) => {
    const times = offer?.times ?? [];
    const time = times.length === 1 ? times[0] : times.find(({ is_chosen }) => is_chosen);
    return commas([time?.practitioner_name, provider_name].filter((name) => name !== undefined && name !== null));
  };
}
