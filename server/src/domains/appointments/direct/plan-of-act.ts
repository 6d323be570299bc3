import type { AppointmentTreatments } from '#contract/appointments.ts';
import type { Language } from '#contract/languages.ts';
import type { TreatmentGroup } from '#engine/clinical.ts';
import { firstVisitOf, listSignedPlans, productsText, type SignedPlan } from '#server/domains/simulation/index.ts';
import type { Tx } from '#server/platform/db/db.ts';

type Act = (typeof AppointmentTreatments)[number];

/** The treatments of a plan that each act carries out. Null: no plan proposes it. */
const groups: Readonly<Record<Act, TreatmentGroup | null>> = {
  Botox: 'toxin',
  'Hyaluronic acid': 'filler',
  Laser: 'light',
  Peeling: 'peel',
  'Thread lift': 'threads',
  Mesotherapy: 'mesotherapy',
  Other: null,
};

/** The products that a plan proposes for an act, as the quote names them. Undefined: it does not propose the act. */
export function productsFor(plan: Pick<SignedPlan, 'visits'>, act: Act, language: Language): string | undefined {
  const group = groups[act];
  const items = group ? firstVisitOf(plan, group) : [];
  return items.length > 0 ? productsText(items, language) : undefined;
}

/** The patient's own signed plan of this case, as long as it is carried out at that time. */
export const findPlanOf = async (
  tx: Tx,
  patientId: string,
  caseId: string,
  now: Date,
): Promise<SignedPlan | undefined> =>
  (await listSignedPlans(tx, patientId, now)).find(({ case_id }) => case_id === caseId);
