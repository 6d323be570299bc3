import type { MyAppointment } from '#contract/appointments.ts';
import { REVIEW_TREATMENT } from '#contract/reviews.ts';

/** The price that the patient reads, in minor units. Null: there is none yet, or it is a review, which never costs anything. */
export const priceOf = ({
  requested_treatment,
  final_amount_cents,
}: Pick<MyAppointment, 'requested_treatment' | 'final_amount_cents'>): number | null =>
  requested_treatment === REVIEW_TREATMENT ? null : final_amount_cents;
