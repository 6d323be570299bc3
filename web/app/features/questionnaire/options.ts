import type { Answers } from '#contract/intake.ts';

/**
 * The choices in the order in which they are shown. They repeat the contract's lists, whose schemas weigh more than this page; a test
 * compares the two.
 */
export const options = {
  treatments_history: [
    'no',
    'botox_fillers_threads',
    'meso_skinbooster_peel_laser',
    'cosmetic_surgery',
    'prefer_no_answer',
  ],
  knowledge_level: ['1', '2', '3', '4', '5'],
  main_goals: ['anti_aging', 'radiance', 'dark_circles', 'contours', 'harmonize'],
  facial_areas: [
    'hairline',
    'forehead',
    'eyebrows',
    'eyes',
    'cheekbones',
    'lips',
    'chin',
    'jawline',
    'neck',
    'chest',
    'other',
  ],
  avoid_treatments: ['botox', 'hyaluronic_acid', 'threads', 'other'],
  result_type: ['very_natural', 'visible_harmony', 'advanced_harmonization', 'unsure'],
} as const satisfies { [Q in keyof Answers]?: readonly (Answers[Q] extends readonly (infer O)[] ? O : Answers[Q])[] };

export type Question = keyof typeof options;
export type Option<Q extends Question = Question> = (typeof options)[Q][number];
export type Area = Option<'facial_areas'>;

export const stepCount = 7;
export const mostGoals = 3;
export const adultAge = 18;
export const shortestPassword = 8;
export const longestText = 300;

/** Answers that mean "none of the others". */
const alone: readonly string[] = ['no', 'prefer_no_answer'];

/** One question a step, in this order; step 7 is the account. */
export const questionOfStep = [
  'treatments_history',
  'knowledge_level',
  'main_goals',
  'facial_areas',
  'avoid_treatments',
  'result_type',
] as const satisfies readonly Question[];

/** A list after one of its options was pressed. A fourth goal is not taken. */
export function toggled(question: Question, chosen: readonly string[], option: string): string[] {
  if (chosen.includes(option)) return chosen.filter((one) => one !== option);
  if (question === 'main_goals' && chosen.length >= mostGoals) return [...chosen];
  if (question !== 'treatments_history') return [...chosen, option];
  return alone.includes(option) ? [option] : [...chosen.filter((one) => !alone.includes(one)), option];
}
