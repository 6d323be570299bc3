import { MAX_GOALS, Questionnaire } from '#contract/intake.ts';
import { PasswordRule } from '#contract/identity.ts';

/** The answers to each question, in the order in which the page shows them. */
export const options = Questionnaire;

export type Question = keyof typeof options;
export type Option<Q extends Question = Question> = (typeof options)[Q][number];
export type Area = Option<'facial_areas'>;

export const stepCount = 7;
export const mostGoals = MAX_GOALS;
export const shortestPassword = PasswordRule.min;
export const longestText = 300;

/** The answers about earlier treatments that exclude all other answers to the same question. */
const alone: readonly string[] = ['no', 'prefer_no_answer'];

/** The question of each step, in order. Step 7 is the account. */
export const questionOfStep = [
  'treatments_history',
  'knowledge_level',
  'main_goals',
  'facial_areas',
  'avoid_treatments',
  'result_type',
] as const satisfies readonly Question[];

/** Returns the chosen options after the person pressed an option. A fourth main goal is not added. */
export function toggled(question: Question, chosen: readonly string[], option: string): string[] {
  if (chosen.includes(option)) return chosen.filter((one) => one !== option);
  if (question === 'main_goals' && chosen.length >= mostGoals) return [...chosen];
  if (question !== 'treatments_history') return [...chosen, option];
  return alone.includes(option) ? [option] : [...chosen.filter((one) => !alone.includes(one)), option];
}
