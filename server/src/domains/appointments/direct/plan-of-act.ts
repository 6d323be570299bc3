import type { ServiceAct } from '#contract/appointments.ts';
import type { Language } from '#contract/languages.ts';
import type { TreatmentGroup } from '#engine/clinical.ts';
import { firstVisitOf, productsText, type SignedPlan } from '#server/domains/simulation/index.ts';
import { paperWord } from '../quote.ts';

/** The treatment group of each treatment. Null if no treatment plan can propose the treatment. */
const groups: Readonly<Record<ServiceAct, TreatmentGroup | null>> = {
  Botox: 'toxin',
  'Hyaluronic acid': 'filler',
  Laser: 'light',
  Peeling: 'peel',
  'Thread lift': 'threads',
  Mesotherapy: 'mesotherapy',
  Consultation: null,
  Other: null,
};

/**
 * Returns the products for a treatment, worded as in the quote. They are the products of the first visit in the plan
 * that contains the treatment. Returns undefined if no visit of the plan contains it.
 */
function productsFor(plan: Pick<SignedPlan, 'visits'>, act: ServiceAct, language: Language): string | undefined {
  const group = groups[act];
  const items = group ? firstVisitOf(plan, group) : [];
  return items.length > 0 ? productsText(items, language) : undefined;
}

/**
 * Returns the text about products for a quote without a treatment plan. Consultations and video visits use no products.
 * For other services the products are unknown, so the text is empty.
 */
export const productsWithout = (
  { is_video, treatment }: { readonly is_video: boolean; readonly treatment: ServiceAct },
  language: Language,
): string => (is_video || treatment === 'Consultation' ? paperWord(language, 'products_none') : '');

/**
 * Returns the newest treatment plan that proposes the treatment, with its products. If a case is given, only the plan
 * of that case is considered.
 */
export function planFor(
  plans: readonly SignedPlan[],
  act: ServiceAct,
  language: Language,
  caseId: string | null = null,
) {
  for (const plan of plans) {
    const products = productsFor(plan, act, language);
    if (products !== undefined && (caseId === null || plan.case_id === caseId)) return { ...plan, products };
  }
  return undefined;
}
