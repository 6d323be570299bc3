import type { AppointmentStatus } from '#contract/appointment-status.ts';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { Benefits } from '#contract/benefits.ts';

/** What an administrator sets directly; awaiting payment comes with an offer. */
export const settable = ['pending', 'in_progress', 'confirmed', 'cancelled', 'done'] as const;

/** Something of the payment has not gone back. */
export const isPaid = ({ payment }: Pick<AdminAppointment, 'payment'>): boolean =>
  payment !== null && payment.refunded_cents < payment.amount_cents;

/** A paid appointment would be paid twice, and a benefit is part of the plan. */
export const canOffer = (row: Pick<AdminAppointment, 'payment' | 'requested_treatment'>): boolean =>
  !isPaid(row) && !Benefits.some((name) => name === row.requested_treatment);

/** Confirming what nobody has paid, and leaving what is done, are explained. */
export function needsReason(
  { status_canonical, payment }: Pick<AdminAppointment, 'status_canonical' | 'payment'>,
  to: AppointmentStatus,
): boolean {
  if (status_canonical === to) return false;
  return status_canonical === 'done' || (to === 'confirmed' && !payment);
}
