import { type Contraindication, HistoryQuestions, type HistoryQuestion, type MedicalHistory } from '#contract/care.ts';
import { type TreatmentKind, TreatmentKinds } from '#contract/drafts.ts';
import { type ContraindicationRule, contraindicationRules, groupOf, type TreatmentGroup } from '#engine/clinical.ts';

const kindOf: Record<TreatmentGroup, TreatmentKind> = {
  toxin: 'botox',
  filler: 'hyaluronic_acid',
  light: 'laser',
  peel: 'peeling',
  threads: 'thread_lift',
  mesotherapy: 'mesotherapy',
  skincare: 'skincare',
};

/**
 * Returns the kinds of plan items that a rule affects. A kind is included even if the rule affects only some of its
 * treatments. For instance, the rule for herpes affects only some fillers, and the result contains the kind
 * `hyaluronic_acid`.
 */
function kindsIn({ groups, treatments }: ContraindicationRule): TreatmentKind[] {
  const concerned = new Set([...groups, ...treatments.map(groupOf)].map((group) => kindOf[group]));
  return TreatmentKinds.filter((kind) => concerned.has(kind));
}

const levels = { absolute: 'stop', relative: 'care' } as const;
const order = { stop: 0, care: 1, ask: 2 } as const;

/**
 * Returns the warnings for the doctor of a case, the most serious first. If the patient was unsure, the warning asks
 * the doctor to clarify the answer. The rules come from the clinical dataset.
 */
export function contraindicationsOf(history: MedicalHistory): Contraindication[] {
  const found = HistoryQuestions.flatMap((question: HistoryQuestion): Contraindication[] => {
    const { answer, details } = history.questions[question];
    if (answer === 'no') return [];
    const rule = contraindicationRules[question];
    return [{ question, level: answer === 'yes' ? levels[rule.level] : 'ask', treatments: kindsIn(rule), details }];
  });
  return found.sort((a, b) => order[a.level] - order[b.level]);
}
