import type { AppointmentStatus } from '#contract/appointment-status.ts';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { Benefits } from '#contract/benefits.ts';

/** The statuses that an administrator sets directly. An offer sets 'awaiting payment'. */
export const settable = ['pending', 'in_progress', 'confirmed', 'cancelled', 'done'] as const;

/** Part of the payment has not been refunded. */
export const isPaid = ({ payment }: Pick<AdminAppointment, 'payment'>): boolean =>
  payment !== null && payment.refunded_cents < payment.amount_cents;

/** An offer would charge a paid appointment twice, and a benefit is part of the plan. */
export const canOffer = (row: Pick<AdminAppointment, 'payment' | 'requested_treatment'>): boolean =>
  !isPaid(row) && !Benefits.some((name) => name === row.requested_treatment);

/** Confirming an unpaid appointment, or changing a done one, needs a reason. */
export function needsReason(
  { status_canonical, payment }: Pick<AdminAppointment, 'status_canonical' | 'payment'>,
  to: AppointmentStatus,
): boolean {
  if (status_canonical === to) return false;
  return status_canonical === 'done' || (to === 'confirmed' && !payment);
}
