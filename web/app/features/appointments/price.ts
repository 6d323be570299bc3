import type { MyAppointment } from '#contract/appointments.ts';
import { REVIEW_TREATMENT } from '#contract/reviews.ts';

/**
 * Returns the price that the patient reads, in minor units. Returns null if there is no price yet, or for a review
 * visit, which is always free.
 */
export const priceOf = ({
  requested_treatment,
  final_amount_cents,
}: Pick<MyAppointment, 'requested_treatment' | 'final_amount_cents'>): number | null =>
  requested_treatment === REVIEW_TREATMENT ? null : final_amount_cents;
