import * as z from 'zod';

export const AppointmentStatuses = [
  'pending',
  'in_progress',
  'awaiting_payment',
  'confirmed',
  'cancelled',
  'done',
] as const;
export const AppointmentStatus = z.enum(AppointmentStatuses);
export type AppointmentStatus = z.infer<typeof AppointmentStatus>;

/**
 * Other spellings of statuses, in lower case and without accents, with words joined by `_`. The statuses' own names are
 * not in this table.
 */
export const StatusSpellings: Readonly<Record<string, AppointmentStatus>> = {
  en_attente: 'pending',
  attente: 'pending',
  waiting: 'pending',
  new: 'pending',
  nouveau: 'pending',
  nouvelle: 'pending',
  requested: 'pending',
  demande: 'pending',
  open: 'pending',
  inprogress: 'in_progress',
  progress: 'in_progress',
  processing: 'in_progress',
  ongoing: 'in_progress',
  started: 'in_progress',
  en_cours: 'in_progress',
  encours: 'in_progress',
  in_treatment: 'in_progress',
  awaitingpayment: 'awaiting_payment',
  await_payment: 'awaiting_payment',
  waiting_payment: 'awaiting_payment',
  waiting_for_payment: 'awaiting_payment',
  pending_payment: 'awaiting_payment',
  payment_pending: 'awaiting_payment',
  payment_due: 'awaiting_payment',
  to_pay: 'awaiting_payment',
  unpaid: 'awaiting_payment',
  en_attente_de_paiement: 'awaiting_payment',
  en_attente_paiement: 'awaiting_payment',
  attente_paiement: 'awaiting_payment',
  a_payer: 'awaiting_payment',
  confirm: 'confirmed',
  confirme: 'confirmed',
  confirmee: 'confirmed',
  paid: 'confirmed',
  paye: 'confirmed',
  payee: 'confirmed',
  booked: 'confirmed',
  scheduled: 'confirmed',
  planifie: 'confirmed',
  planifiee: 'confirmed',
  canceled: 'cancelled',
  cancel: 'cancelled',
  annule: 'cancelled',
  annulee: 'cancelled',
  rejected: 'cancelled',
  refused: 'cancelled',
  refuse: 'cancelled',
  refusee: 'cancelled',
  declined: 'cancelled',
  completed: 'done',
  complete: 'done',
  finished: 'done',
  closed: 'done',
  termine: 'done',
  terminee: 'done',
  fini: 'done',
  finie: 'done',
  effectue: 'done',
  effectuee: 'done',
  realise: 'done',
  realisee: 'done',
};

/**
 * Returns the status that a word means, ignoring case, accents and separators. Returns undefined for an unknown word.
 */
export function findStatus(spelling: string): AppointmentStatus | undefined {
  const word = spelling
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '_')
    .replace(/^_|_$/g, '');
  return (
    AppointmentStatuses.find((status) => status === word) ??
    (Object.hasOwn(StatusSpellings, word) ? StatusSpellings[word] : undefined)
  );
}

/** Returns the same status as `findStatus`, but 'pending' for a missing or unknown word. */
export const canonicalStatus = (spelling: string | null | undefined): AppointmentStatus =>
  findStatus(spelling ?? '') ?? 'pending';
