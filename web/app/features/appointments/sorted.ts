import type { MyAppointment } from '#contract/appointments.ts';

export interface Sorted {
  /** Waits for the patient's payment. */
  offers: MyAppointment[];
  /** With the team, or on the calendar without a payment. */
  open: MyAppointment[];
  /** Confirmed and paid. */
  paid: MyAppointment[];
  /** Over or cancelled. */
  past: MyAppointment[];
}

/** Which card an appointment gets. The payment-received card needs a payment: an administrator may confirm without one. */
export function sorted(list: readonly MyAppointment[]): Sorted {
  const groups: Sorted = { offers: [], open: [], paid: [], past: [] };
  for (const appointment of list) groups[kindOf(appointment)].push(appointment);
  return { ...groups, paid: groups.paid.toSorted(byDate) };
}

function kindOf({ status_canonical: status, payment }: MyAppointment): keyof Sorted {
  if (status === 'awaiting_payment') return 'offers';
  if (status === 'cancelled' || status === 'done') return 'past';
  return status === 'confirmed' && payment ? 'paid' : 'open';
}

const byDate = (one: MyAppointment, other: MyAppointment) =>
  (one.scheduled_at ?? '').localeCompare(other.scheduled_at ?? '');
