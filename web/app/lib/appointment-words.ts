import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AppointmentStatus } from '#contract/appointment-status.ts';
import { ServiceActs } from '#contract/appointments.ts';
import { type Benefit, Benefits } from '#contract/benefits.ts';
import { REVIEW_TREATMENT } from '#contract/reviews.ts';
import { api } from '#web/lib/api.ts';
import type { StatusTone } from '#web/ui/status-badge.tsx';

/** The colour and the icon of each status, for patients and administrators alike. */
export const toneOf: Record<AppointmentStatus, StatusTone> = {
  pending: 'pending',
  in_progress: 'progress',
  awaiting_payment: 'awaiting',
  confirmed: 'confirmed',
  cancelled: 'cancelled',
  done: 'done',
};

/** The treatment is included in a plan, so the patient pays nothing. */
export const isBenefit = (treatment: string): treatment is Benefit => Benefits.some((name) => name === treatment);

/** Names of treatments in the reader's language. Names typed by hand stay as written. */
export function useTreatmentName(): (treatment: string) => string {
  const { t } = useTranslation('appointments');
  return (treatment) => {
    const known = [...ServiceActs, ...Benefits, REVIEW_TREATMENT].find((name) => name === treatment);
    return known ? t(`treatment.${known}`) : treatment;
  };
}

/** Treatments whose names contain the name of a medicine. The lawful wording of some regions leaves these out. */
const medicines = ['Botox', 'Baby Botox', 'Full Botox'] as const;

/** The names for patients, in the wording of their region. While the region is unknown, no medicine is named. */
export function usePatientTreatmentName(): (treatment: string) => string {
  const { t } = useTranslation('appointments');
  const name = useTreatmentName();
  const { data } = useQuery(api.billing.getMyMembership.queryOptions());
  const hidesMedicines = data?.plan_wording.hides_medicines ?? true;
  return (treatment) => {
    const medicine = hidesMedicines && medicines.find((one) => one === treatment);
    return medicine ? t(`treatment.${medicine}.lawful`) : name(treatment);
  };
}
