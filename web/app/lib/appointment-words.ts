import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AppointmentStatus } from '#contract/appointment-status.ts';
import { ServiceActs } from '#contract/appointments.ts';
import { type Benefit, Benefits } from '#contract/benefits.ts';
import { REVIEW_TREATMENT } from '#contract/reviews.ts';
import { api } from '#web/lib/api.ts';
import type { StatusTone } from '#web/ui/status-badge.tsx';

/** The colour of each status. Patients and administrators see the same colours. */
export const toneOf: Record<AppointmentStatus, StatusTone> = {
  pending: 'pending',
  in_progress: 'progress',
  awaiting_payment: 'awaiting',
  confirmed: 'confirmed',
  cancelled: 'cancelled',
  done: 'done',
};

/** Whether the treatment is a benefit of a subscription plan. The patient pays nothing for a benefit. */
export const isBenefit = (treatment: string): treatment is Benefit => Benefits.some((name) => name === treatment);

/**
 * Returns a function that names a treatment in the reader's language. A name that was typed by hand stays unchanged.
 */
export function useTreatmentName(): (treatment: string) => string {
  const { t } = useTranslation('appointments');
  return (treatment) => {
    const known = [...ServiceActs, ...Benefits, REVIEW_TREATMENT].find((name) => name === treatment);
    return known ? t(`treatment.${known}`) : treatment;
  };
}

/** The treatments whose names contain the name of a medicine. The rules of some regions forbid these names. */
const medicines = ['Botox', 'Baby Botox', 'Full Botox'] as const;

/**
 * Returns a function that names a treatment for patients. It uses only names that the rules of their region allow.
 * While the region is unknown, no medicine is named.
 */
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
