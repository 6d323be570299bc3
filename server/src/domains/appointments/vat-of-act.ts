import type { ServiceAct } from '#contract/appointments.ts';

/**
 * The treatments that are subject to value added tax, and those that are exempt. Care that treats a disease is exempt
 * (code général des impôts, art. 261, 4, 1°). A treatment with an aesthetic aim is taxed, even if a doctor carries it
 * out. Our fee for finding and arranging a treatment has the rate of that treatment. Ask a lawyer before you change
 * this table.
 */
const acts: Readonly<Record<ServiceAct, 'taxed' | 'exempt'>> = {
  Botox: 'taxed',
  'Hyaluronic acid': 'taxed',
  Laser: 'taxed',
  Peeling: 'taxed',
  'Thread lift': 'taxed',
  Mesotherapy: 'taxed',
  Consultation: 'taxed',
  Other: 'taxed',
};

/** Returns the rate of a treatment in tenths of a percent. A treatment that is not in the table is taxed. */
export const vatOfAct = (act: string, vat_permille: number): number =>
  (acts as Readonly<Record<string, 'taxed' | 'exempt'>>)[act] === 'exempt' ? 0 : vat_permille;
