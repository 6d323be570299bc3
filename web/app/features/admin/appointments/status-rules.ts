import type { AppointmentStatus } from '#contract/appointment-status.ts';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { Benefits } from '#contract/benefits.ts';

/** The statuses that an administrator sets directly. An offer sets 'awaiting payment'. */
export const settable = ['pending', 'in_progress', 'confirmed', 'cancelled', 'done'] as const;

/** Whether the appointment has a payment that was not refunded in full. */
export const isPaid = ({ payment }: Pick<AdminAppointment, 'payment'>): boolean =>
  payment !== null && payment.refunded_cents < payment.amount_cents;

/**
 * Whether an offer may be sent. An offer for a paid appointment would charge the patient twice. A treatment that is
 * included in the subscription needs no offer, because the patient has already paid for it.
 */
export const canOffer = (row: Pick<AdminAppointment, 'payment' | 'requested_treatment'>): boolean =>
  !isPaid(row) && !Benefits.some((name) => name === row.requested_treatment);

/**
 * Whether the change needs a reason. A reason is needed to confirm an unpaid appointment, or to change a completed
 * appointment. A payment that was refunded in full does not count.
 */
export function needsReason(
  { status_canonical, payment }: Pick<AdminAppointment, 'status_canonical' | 'payment'>,
  to: AppointmentStatus,
): boolean {
  if (status_canonical === to) return false;
  return status_canonical === 'done' || (to === 'confirmed' && !isPaid({ payment }));
}
