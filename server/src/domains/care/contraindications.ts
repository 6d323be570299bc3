import { type Contraindication, HistoryQuestions, type HistoryQuestion, type MedicalHistory } from '#contract/care.ts';
import type { TreatmentPlan } from '#contract/drafts.ts';

type Kind = TreatmentPlan['items'][number]['kind'];
interface Rule {
  readonly level: 'stop' | 'care';
  readonly treatments: readonly Kind[];
}

const injections = ['botox', 'hyaluronic_acid', 'mesotherapy'] as const;
const surface = ['laser', 'peeling'] as const;

/**
 * What an answer "yes" means, after the summaries of product characteristics of botulinum toxin type A (myasthenia and related disorders, pregnancy) and
 * of cross-linked hyaluronic acid (active autoimmune disease, keloid tendency, herpes), and after consensus on isotretinoin and resurfacing (Spring et
 * al., JAMA Dermatology 2017: caution, no longer a strict six months). A rule informs the doctor; it forbids nothing.
 */
const rules: Readonly<Record<HistoryQuestion, Rule>> = {
  pregnancy: { level: 'stop', treatments: [...injections, ...surface, 'thread_lift'] },
  neuromuscular: { level: 'stop', treatments: ['botox'] },
  anticoagulants: { level: 'care', treatments: [...injections, 'thread_lift'] },
  autoimmune: { level: 'care', treatments: [...injections, 'thread_lift'] },
  keloids: { level: 'care', treatments: [...surface, 'hyaluronic_acid', 'thread_lift', 'mesotherapy'] },
  earlier_fillers: { level: 'care', treatments: ['hyaluronic_acid', 'thread_lift'] },
  isotretinoin: { level: 'care', treatments: [...surface] },
  allergies: { level: 'care', treatments: [...injections, 'peeling', 'skincare'] },
  herpes: { level: 'care', treatments: [...surface, 'hyaluronic_acid'] },
};

const order = { stop: 0, care: 1, ask: 2 } as const;

/** What stands at the top of the doctor's case, the most serious first. An answer "unsure" is to be asked about. */
export function contraindicationsOf(history: MedicalHistory): Contraindication[] {
  const found = HistoryQuestions.flatMap((question): Contraindication[] => {
    const { answer, details } = history.questions[question];
    if (answer === 'no') return [];
    const { level, treatments } = rules[question];
    return [{ question, level: answer === 'yes' ? level : 'ask', treatments: [...treatments], details }];
  });
  return found.sort((a, b) => order[a.level] - order[b.level]);
}
