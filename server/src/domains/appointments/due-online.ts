import type { Offer } from './appointments.queries.ts';

/**
 * Returns the amount that the patient pays online, in minor units: the deposit, or the whole price if there is no
 * deposit. The rest is paid at the clinic.
 */
export const dueOnline = ({
  deposit_cents,
  patient_price_cents,
}: Pick<Offer, 'deposit_cents' | 'patient_price_cents'>): number => deposit_cents ?? patient_price_cents;
